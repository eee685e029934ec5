import type { ScanItem } from '@vault/contract';
import { Errors } from '../http/index.ts';
import type { Verdict } from '../platform/scanner/index.ts';
import { withBlob } from './blob-source.ts';
import { discard } from './discard.ts';
import { findWhole } from './join-pieces.ts';
import type { UploadKey, UploadParts } from './parts.ts';
import { recordVerdict, type Upload, type UploadState } from './queries.ts';

/** How often new bytes may come in the middle of a scan before it is given up. */
const MAX_ATTEMPTS = 3;

/**
 * C19 for a file: judges exactly the bytes that the upload has, and keeps the verdict with them. Bytes that were
 * judged are not judged again, but a scan that failed is tried again (UPLOAD-22). Infected bytes are removed at
 * once.
 * @throws E4 when the key is unknown or nothing was received yet (contract 9.13), 400 while bytes are missing (C53)
 */
export async function scanFile(parts: UploadParts, uploadKey: UploadKey): Promise<ScanItem> {
  for (let attempt = 1; ; attempt += 1) {
    const upload = await findWhole(parts, uploadKey);
    if (upload === null || upload.state === 'prepared') throw Errors.notFound();
    const { storageKey, sizeBytes } = upload;
    const isOpen = upload.state === 'received' || upload.state === 'failed';
    if (!isOpen || storageKey === null || sizeBytes === null) return scanItemOf(upload);
    const state = await judge(parts, { ...uploadKey, storageKey, sizeBytes });
    if (state !== null) return scanItemOf({ ...upload, state });
    if (attempt === MAX_ATTEMPTS) return scanItemOf({ ...upload, state: 'failed' });
  }
}

type JudgedState = 'passed' | 'infected' | 'failed';

/** @returns null when the upload has other bytes by now */
async function judge(
  parts: UploadParts,
  { ownerId, key, storageKey, sizeBytes }: UploadKey & { storageKey: string; sizeBytes: number },
): Promise<JudgedState | null> {
  const { database, scanner } = parts;
  const verdict = await verdictOn(parts, { storageKey, sizeBytes });
  const state = stateAfter(verdict);
  const judged = { ownerId, key, storageKey, state, scannedBy: scanner.name };
  const isKept = await recordVerdict(database.kysely, judged);
  if (isKept && state === 'infected') await discard(parts, [storageKey]);
  return isKept ? state : null;
}

/** Judges stored bytes. Whatever keeps them from being judged is an ERROR; its reason goes to the log. */
export async function verdictOn(
  { blobs, scanner, log }: UploadParts,
  blob: { storageKey: string; sizeBytes: number },
): Promise<Verdict> {
  const verdict = await withBlob(blobs, blob, (source) => scanner.scan(source)).catch(
    (error: unknown): Verdict => ({ status: 'ERROR', reason: String(error) }),
  );
  if (verdict.status === 'ERROR') log.warn({ reason: verdict.reason }, 'an upload could not be scanned');
  if (verdict.status === 'VIRUS') log.warn({ signature: verdict.signature }, 'an upload is infected');
  return verdict;
}

export function stateAfter({ status }: Verdict): JudgedState {
  if (status === 'PASS') return 'passed';
  return status === 'VIRUS' ? 'infected' : 'failed';
}

const SCAN_STATUS: Record<UploadState, ScanItem['scan_status']> = {
  passed: 'PASS',
  stored: 'PASS',
  infected: 'VIRUS',
  failed: 'ERROR',
  prepared: 'ERROR',
  received: 'ERROR',
};

/** DATA-08; a failed one without bytes could not be unpacked. */
export function scanItemOf({
  key,
  name,
  state,
  storageKey,
}: Pick<Upload, 'key' | 'name' | 'state' | 'storageKey'>): ScanItem {
  return {
    key,
    name,
    scan_status: SCAN_STATUS[state],
    upload_status: state === 'failed' && storageKey === null ? 'FAILED' : 'SUCCESS',
  };
}
