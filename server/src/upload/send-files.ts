import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ScanItem } from '@vault/contract';
import { readFilesBody, type SentFile } from './files-body.ts';
import type { IntakeDeps } from './intake.ts';
import { createUploads } from './prepare.ts';
import type { QuotaScopes } from './quota.queries.ts';
import { receive } from './receive.ts';
import { recordRefusals } from './record-refusals.ts';
import { scanFile } from './scan.ts';
import { endWithAccess, withBody } from './with-body.ts';

interface SendFiles extends QuotaScopes {
  /** throws the refusal when the caller's access has ended; called again and again while the body arrives (GUARD-30) */
  mustContinue: () => Promise<void>;
}

/**
 * C142, C143: the calls C17, C18 and C19 for several small files, which are in one body (SPEED-04).
 * @returns the results of the scans, in the order of the body
 * @throws the errors of `readFilesBody`, of `prepare`: no upload is created, and the first error of `receive` or
 *   `scanFile`, after all files have ended: the other ones are received and scanned
 */
export function sendFiles(
  deps: IntakeDeps,
  raw: IncomingMessage,
  { mustContinue, ...scopes }: SendFiles,
): Promise<ScanItem[]> {
  endWithAccess(raw, mustContinue);
  return withBody(raw, async () => {
    const files = await readFilesBody(raw);
    await createUploads(deps, scopes, files);
    const results = files.map((file) => receiveAndScan(deps, scopes.ownerId, file));
    await Promise.allSettled(results);
    return Promise.all(results);
  });
}

async function receiveAndScan(
  deps: IntakeDeps,
  ownerId: string,
  { key, bytes }: SentFile,
): Promise<ScanItem> {
  const upload = { ownerId, key };
  const body = Readable.from([bytes]);
  await recordRefusals(deps, upload, () => receive(deps, { ...upload, body, contentLength: bytes.length }));
  return scanFile(deps, upload);
}
