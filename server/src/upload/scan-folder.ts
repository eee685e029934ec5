import { nameProblem, normalizeName, type ScanItem } from '@vault/contract';
import { orRelease, releaseBytes } from '../blobs/index.ts';
import { Errors, VaultError } from '../http/index.ts';
import { BlobDamaged, type StoredBlob } from '../platform/blobs/index.ts';
import {
  type ArchiveFile,
  dropArchive,
  filesOfArchive,
  insertArchiveFiles,
  takeArchive,
} from './archive.queries.ts';
import { withBlob } from './blob-source.ts';
import { asRefusal } from './folder-zip.ts';
import { findWhole } from './join-chunks.ts';
import type { UploadKey, UploadDeps } from './deps.ts';
import type { IntakeDeps } from './intake.ts';
import { expiryAfter } from './expiry.ts';
import { blobOfRow, dropBytes, senderOf } from './queries.ts';
import { recordRefusals } from './record-refusals.ts';
import { mustAllow, Reservation } from './reservation.ts';
import type { Wanted } from './quota.ts';
import { scanFile, scanItemOf } from './scan.ts';
import { keysOf, unpackFolder } from './unpack-and-scan.ts';

const ZIP_ENDING = /\.zip$/i;

/** A folder's ZIP as read from the database. */
interface Archive extends UploadKey {
  blob: StoredBlob;
  folderName: string;
  sender: string;
}

/** Attempts before the scan fails because new bytes arrive each time. */
const MAX_ATTEMPTS = 3;

/**
 * C19 for a folder: opens its ZIP, stores and scans its files one by one under the keys `{uid}_{n}` (D-22). The rows of
 * all files are inserted in one transaction. A repeated call returns the same keys and scans only files whose scan
 * failed (UPLOAD-22).
 * @throws E4, 404, DependencyUnavailable as for a file; E1, E2, P3 for the folder's name; 400 for a refused ZIP, of
 * which nothing is kept; 507 when its files are over a quota: the ZIP is kept, so that the scan can be repeated
 */
export async function scanFolder(deps: IntakeDeps, uploadKey: UploadKey): Promise<ScanItem[]> {
  for (let attempt = 1; ; attempt += 1) {
    const archive = await findArchive(deps, uploadKey);
    if (archive === null) return retryFailedScans(deps, uploadKey);
    deps.intake.earlyScans.drop(archive.blob.key);
    try {
      const unpacked = await scanArchive(deps, archive);
      if (unpacked !== null) {
        return unpacked.map((file) => scanItemOf({ ...file, storageKey: file.blob?.key ?? null }));
      }
    } catch (error) {
      if (isRefusal(error)) throw error;
      // The error is only valid for the current ZIP: after a replacement the loop continues.
      const now = await findArchive(deps, uploadKey);
      if (now?.blob.key === archive.blob.key) throw error;
    }
    if (attempt === MAX_ATTEMPTS) throw Errors.uploadIncomplete();
  }
}

/** @returns null when the ZIP is already unpacked. @throws E4, E1, E2, P3 */
async function findArchive(deps: IntakeDeps, uploadKey: UploadKey): Promise<Archive | null> {
  const upload = await findWhole(deps, uploadKey);
  if (upload === null) throw Errors.notFound();
  const { sizeBytes, name } = upload;
  const blob = blobOfRow(upload);
  // An unpacked upload keeps the size of its ZIP; the size is null before the first byte.
  if (sizeBytes === null) throw Errors.notFound();
  if (blob === null && upload.state !== 'prepared') throw Errors.notFound();
  if (blob === null) return null;
  const sender = senderOf(upload, uploadKey);
  return { ...uploadKey, blob, folderName: folderNameOf(deps, name), sender };
}

/** @returns null when the upload no longer has this ZIP: new bytes have arrived or another scan has unpacked it */
async function scanArchive(deps: UploadDeps, archive: Archive): Promise<ArchiveFile[] | null> {
  return recordRefusals(deps, archive, () => scanReserved(deps, archive));
}

async function scanReserved(deps: UploadDeps, archive: Archive): Promise<ArchiveFile[] | null> {
  const reservation = new Reservation(deps, archive);
  try {
    const unpacked = await unpack(deps, archive, reservation);
    const isKept = await orRelease(deps, keysOf(unpacked), () =>
      storeFiles(deps, archive, { unpacked, reservation }),
    );
    if (!isKept) await releaseBytes(deps, keysOf(unpacked));
    return isKept ? unpacked : null;
  } finally {
    await reservation.release();
  }
}

/** Returns the files of an unpacked folder and repeats failed scans. */
async function retryFailedScans(deps: IntakeDeps, uploadKey: UploadKey): Promise<ScanItem[]> {
  const { database, clock } = deps;
  const items: ScanItem[] = [];
  for (const file of await filesOfArchive(database.kysely, uploadKey, clock.now())) {
    const isOpen = file.state === 'failed' && file.storageKey !== null;
    items.push(isOpen ? await scanFile(deps, { ...uploadKey, key: file.key }) : scanItemOf(file));
  }
  return items;
}

/** Contract 10.4: the name of the ZIP without its extension is the folder's name. */
function folderNameOf({ settings: { nameCharacters } }: UploadDeps, zipName: string): string {
  const name = normalizeName(zipName.replace(ZIP_ENDING, ''), nameCharacters);
  const problem = nameProblem(name, 'folder', nameCharacters);
  if (problem !== null) throw Errors.badName(problem);
  return name;
}

async function unpack(deps: UploadDeps, archive: Archive, reservation: Reservation): Promise<ArchiveFile[]> {
  const { kysely } = deps.database;
  const { blob, key, folderName, sender } = archive;
  try {
    const reserve = ({ bytes, files }: Wanted) => reservation.hold(bytes, files);
    return await withBlob(deps.blobs, blob, (source) =>
      unpackFolder(deps, source, { uid: key, sender, folderName, reserve }),
    );
  } catch (error) {
    if (error instanceof BlobDamaged && error.key === blob.key) {
      await dropBytes(kysely, archive, blob);
      throw Errors.uploadDamaged();
    }
    const refusal = asRefusal(error);
    if (refusal instanceof VaultError && refusal.code === 400)
      await dropArchive(kysely, { ...archive, storageKey: blob.key });
    throw refusal;
  }
}

/** @returns false when the upload no longer has the ZIP that was unpacked */
async function storeFiles(
  deps: UploadDeps,
  { ownerId, key, blob: { key: storageKey } }: Archive,
  { unpacked, reservation }: { unpacked: readonly ArchiveFile[]; reservation: Reservation },
): Promise<boolean> {
  const { database, clock, scanner } = deps;
  const expiresAt = expiryAfter(clock.now(), ownerId);
  const reservedBytes = reservation.heldBytes;
  const unpackedBytes = unpacked.reduce((sum, { blob }) => sum + (blob?.sizeBytes ?? 0), 0);
  const isStored = await database.transaction(async (tx) => {
    const fileKeys = unpacked.map((file) => file.key);
    const allowed = await mustAllow(tx, deps, { ownerId, key }, { bytes: 0, files: unpacked.length });
    if (allowed === null) return false;
    if (!(await takeArchive(tx, { ownerId, key, storageKey, fileKeys, reservedBytes, unpackedBytes })))
      return false;
    const made = await insertArchiveFiles(tx, {
      ...allowed.scopes,
      key,
      files: unpacked,
      scannedBy: scanner.name,
      expiresAt,
    });
    // One of these keys belongs to another upload, which is stored.
    if (made !== unpacked.length) throw Errors.uploadAlreadyStored();
    return true;
  });
  if (isStored) reservation.settled(reservedBytes);
  return isStored;
}

const isRefusal = (error: unknown) => error instanceof VaultError;
