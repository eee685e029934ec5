import type { ScanItem } from '@vault/contract';
import { recordAuditAlone, scanRefusal } from '../audit/index.ts';
import { deleteInfectedSoon, readVerified } from '../blobs/index.ts';
import { Errors } from '../http/index.ts';
import { BlobDamaged, type BlobRef } from '../platform/blobs/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Verdict } from '../platform/scanner/index.ts';
import { DependencyUnavailable } from '../platform/unavailable.ts';
import { withBlob } from './blob-source.ts';
import { findWhole } from './join-chunks.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import type { IntakeDeps } from './intake.ts';
import {
  blobOfRow,
  dropBytes,
  type ScanResult,
  recordVerdicts,
  senderOf,
  type Upload,
  type UploadState,
} from './queries.ts';

/** Attempts before the scan fails because new bytes arrive each time. */
const MAX_ATTEMPTS = 3;

/**
 * C19 for a file: scans exactly the bytes that the upload has and records the verdict with them. Bytes with a verdict
 * are not scanned again, but a failed scan is repeated (UPLOAD-22). Infected bytes are deleted immediately.
 * @throws E4 when the key is unknown or no bytes have arrived (contract 10.13), 400 while bytes are missing (C53), 404
 * when the received bytes are damaged, DependencyUnavailable when they cannot be read
 */
export async function scanFile(deps: IntakeDeps, uploadKey: UploadKey): Promise<ScanItem> {
  for (let attempt = 1; ; attempt += 1) {
    const upload = await findWhole(deps, uploadKey);
    if (upload === null || upload.state === 'prepared') throw Errors.notFound();
    const blob = blobOfRow(upload);
    const isOpen = upload.state === 'received' || upload.state === 'failed';
    if (!isOpen || blob === null) return scanItemOf(upload);
    const state = await scanBlob(deps, upload, { ...uploadKey, blob });
    if (state !== null) return scanItemOf({ ...upload, state });
    if (attempt === MAX_ATTEMPTS) return scanItemOf({ ...upload, state: 'failed' });
  }
}

type ScannedState = 'passed' | 'infected' | 'failed';

/** @returns null when the upload has other bytes now. @throws 404 when its bytes are damaged */
async function scanBlob(
  deps: IntakeDeps,
  { name, linkId }: Pick<Upload, 'name' | 'linkId'>,
  { ownerId, key, blob }: UploadKey & { blob: BlobRef },
): Promise<ScannedState | null> {
  const { database, intake, scanner } = deps;
  const early = intake.earlyScans.take(blob.key);
  const upload = { id: key, name, sender: senderOf({ linkId }, { ownerId, key }), early };
  const verdict = await scanStoredBytes(deps, blob, upload).catch(async (error: unknown) => {
    if (!(error instanceof BlobDamaged)) throw error;
    await dropBytes(database.kysely, { ownerId, key }, blob);
    throw Errors.uploadDamaged();
  });
  const state = stateAfter(verdict);
  const result = { ownerId, key, storageKey: blob.key, state, scannedBy: scanner.name };
  const isKept = await (state === 'infected'
    ? recordInfected(database, result)
    : intake.recordVerdict(result));
  return isKept ? state : null;
}

function recordInfected({ transaction }: Database, result: ScanResult): Promise<boolean> {
  return transaction(async (tx) => {
    const recorded = await recordVerdicts(tx, [result]);
    if (recorded.length > 0) await deleteInfectedSoon(tx, [result.storageKey]);
    return recorded.length > 0;
  });
}

/** The upload whose bytes are scanned; id and name are for the audit. */
interface ScannedUpload {
  id: string;
  name?: string;
  /** as in `Scanner.scan` */
  sender: string | undefined;
  /** a scan that reads these bytes while they arrive; null: there is none, or it has no result */
  early?: Promise<Verdict | null> | null;
}

/**
 * Scans stored bytes. The reason of an ERROR is logged; bytes that do not pass have an entry in the audit (AUDIT-01).
 * @throws BlobDamaged, StorageFailed when the bytes cannot be read
 */
export async function scanStoredBytes(
  { blobs, database, scanner, log }: Pick<UploadDeps, 'blobs' | 'database' | 'scanner' | 'log'>,
  blob: BlobRef,
  { early = null, sender, ...upload }: ScannedUpload,
): Promise<Verdict> {
  const scan = async () =>
    (early && (await confirmed(blobs, blob, early))) ??
    (await withBlob(blobs, blob, (source) => scanner.scan(source, sender)));
  const verdict = await scan().catch((error: unknown): Verdict => {
    if (error instanceof BlobDamaged || error instanceof DependencyUnavailable) throw error;
    return { status: 'ERROR', reason: String(error) };
  });
  if (verdict.status === 'ERROR')
    log.warn({ reason: verdict.reason }, 'Upload not scanned; the scan may be repeated');
  if (verdict.status === 'VIRUS')
    log.warn({ signature: verdict.signature }, 'Upload is infected; it is deleted');
  if (verdict.status !== 'PASS')
    await recordAuditAlone(database, scanRefusal(verdict, { kind: 'upload', ...upload }));
  return verdict;
}

/**
 * A file of which the stored bytes are damaged does not pass, although the bytes that arrived did. They are read while
 * the scan ends.
 */
async function confirmed(
  blobs: UploadDeps['blobs'],
  blob: BlobRef,
  early: Promise<Verdict | null>,
): Promise<Verdict | null> {
  const [reading, verdict] = await Promise.all([Promise.allSettled([readVerified(blobs, blob)]), early]);
  if (verdict?.status === 'PASS' && reading[0].status === 'rejected') throw reading[0].reason;
  return verdict;
}

export function stateAfter({ status }: Verdict): ScannedState {
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

/** Converts an upload to the reply (DATA-08). A failed upload without bytes could not be unpacked. */
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
