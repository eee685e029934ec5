import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ScanItem } from '@vault/contract';
import { orRelease, releaseBytes } from '../blobs/index.ts';
import type { StoredBlob } from '../platform/blobs/index.ts';
import { readFilesBody, type SentFile } from './files-body.ts';
import { type IntakeDeps, mustBeReceived } from './intake.ts';
import { allowedName } from './prepare.ts';
import type { QuotaScopes } from './quota.queries.ts';
import { recordRefusals } from './record-refusals.ts';
import { scanFile } from './scan.ts';
import { storeBody } from './store-body.ts';
import { endWithAccess, withBody } from './with-body.ts';

interface SendFiles extends QuotaScopes {
  /** throws the refusal when the caller's access has ended; called again and again while the body arrives (GUARD-30) */
  mustContinue: () => Promise<void>;
}

/**
 * C142, C143: the calls C17, C18 and C19 for several small files, which are in one body (SPEED-04).
 * @returns the results of the scans, in the order of the body
 * @throws the errors of `readFilesBody`, E1, E2, P3, 507 and 413 over a quota (GUARD-24): no upload is created; the
 *   first error of one file (409 after its transfer, those of `scanFile`), when the other files are scanned
 */
export function sendFiles(
  deps: IntakeDeps,
  raw: IncomingMessage,
  { mustContinue, ...scopes }: SendFiles,
): Promise<ScanItem[]> {
  endWithAccess(raw, mustContinue);
  return withBody(raw, async () => {
    const files = (await readFilesBody(raw)).map((file) => ({ ...file, name: allowedName(deps, file.name) }));
    const received = await receiveAll(deps, scopes, files);
    const results = received.map(async ({ key, blob, isReceived }) => {
      await orRelease(deps, [blob.key], async () => mustBeReceived(isReceived));
      return scanFile(deps, { ownerId: scopes.ownerId, key });
    });
    await Promise.allSettled(results);
    return Promise.all(results);
  });
}

interface ReceivedFile {
  key: string;
  blob: StoredBlob;
  /** as `receiveUploads` returns it */
  isReceived: boolean | undefined;
}

/** Stores the bytes of files, and creates their uploads with them, all or none. */
async function receiveAll(
  deps: IntakeDeps,
  { ownerId, link }: QuotaScopes,
  files: readonly SentFile[],
): Promise<ReceivedFile[]> {
  return recordRefusals(deps, { ownerId, key: files[0]?.key ?? '' }, async () => {
    const blobs = await storeAll(deps, files);
    const uploads = files.flatMap(({ key, name }, n) => {
      const blob = blobs[n];
      return blob === undefined ? [] : [{ ownerId, key, link, name, blob, reservedBytes: 0 }];
    });
    const keys = blobs.map(({ key }) => key);
    const received = await orRelease(deps, keys, () => deps.intake.prepareReceived(ownerId, uploads));
    return uploads.map(({ key, blob }, n) => ({ key, blob, isReceived: received[n] }));
  });
}

/** @returns the stored bytes of the files, in their order; when one cannot be stored, all are released */
async function storeAll(deps: IntakeDeps, files: readonly SentFile[]): Promise<StoredBlob[]> {
  const leaveFree = deps.settings.minimumFree;
  const writes = files.map(({ bytes }) =>
    storeBody(deps, Readable.from([bytes]), { contentLength: bytes.length, leaveFree }),
  );
  const stored = (await Promise.allSettled(writes)).flatMap((write) =>
    write.status === 'fulfilled' ? [write.value.key] : [],
  );
  if (stored.length < files.length) await releaseBytes(deps, stored);
  return Promise.all(writes);
}
