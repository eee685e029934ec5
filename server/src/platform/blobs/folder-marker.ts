import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { errnoOf, STORAGE_LIMITS, storageCall } from './file-call.ts';
import { isMissing, PartFile } from './part-file.ts';
import { syncFolder } from './sync-folder.ts';

const NAME = 'vault.json';
const FILE = { pathKind: 'folder' } as const;
const markerSchema = z.object({ vaultId: z.string(), folderId: z.uuid() });

/** The file that says which vault has its blobs in a folder. */
export interface FolderMarker {
  vaultId: string;
  /** differs between two folders of one vault */
  folderId: string;
}

/** The folder of blobs cannot be used as configured; the message is for the operator. */
export class BlobFolderError extends Error {
  override readonly name = 'BlobFolderError';
}

/**
 * @param root the folder of blobs
 * @returns null for a folder without a marker
 * @throws StorageFailed, BlobFolderError for an unreadable marker
 */
export async function readFolderMarker(root: string): Promise<FolderMarker | null> {
  const reading = readFile(join(root, NAME), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  const text = await storageCall(reading, STORAGE_LIMITS.callMs, { operation: 'read', ...FILE });
  if (text === null) return null;
  try {
    return markerSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BlobFolderError(
      `The file ${join(root, NAME)} is damaged. Copy it from the backup, or delete it and run: npm run vault -- accept-folder`,
      { cause: error },
    );
  }
}

/**
 * Marks a folder of blobs durably, unless another process has marked it.
 * @returns the marker that the folder has
 * @throws StorageFailed, StorageFull
 */
export async function createFolderMarker(root: string, marker: FolderMarker): Promise<FolderMarker> {
  const isFirst = await store(root, marker, (path, target) =>
    // Unlike `rename`, `link` does not replace an existing file.
    link(path, target).then(
      () => true,
      (error: unknown) => {
        if (errnoOf(error) === 'EEXIST') return false;
        throw error;
      },
    ),
  );
  return isFirst ? marker : ((await readFolderMarker(root)) ?? marker);
}

/** Replaces the marker of a folder of blobs. @throws StorageFailed, StorageFull */
export async function replaceFolderMarker(root: string, marker: FolderMarker): Promise<void> {
  await store(root, marker, rename);
}

async function store<T>(
  root: string,
  marker: FolderMarker,
  place: (path: string, target: string) => Promise<T>,
): Promise<T> {
  const unfinished = join(root, 'unfinished');
  const call = { operation: 'rename', ...FILE } as const;
  await storageCall(mkdir(unfinished, { recursive: true, mode: 0o700 }), STORAGE_LIMITS.callMs, call);
  const part = new PartFile(join(unfinished, randomUUID()), STORAGE_LIMITS);
  try {
    await part.append([Buffer.from(`${JSON.stringify(marker)}\n`)]);
    await part.finish();
    const placed = await storageCall(place(part.path, join(root, NAME)), STORAGE_LIMITS.callMs, call);
    await syncFolder(root, STORAGE_LIMITS);
    return placed;
  } finally {
    await unlink(part.path).catch(() => {});
  }
}
