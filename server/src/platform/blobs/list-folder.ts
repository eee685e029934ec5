import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from './part-file.ts';
import { storageCall, type StorageLimits } from './file-call.ts';

/** Files whose sizes are read concurrently; the thread pool of libuv works on four of them. */
const BATCH = 64;
const LIST = { operation: 'list', pathKind: 'folder' } as const;
const STAT = { operation: 'stat', pathKind: 'blob' } as const;

/** A file of a folder. */
interface FolderFile {
  name: string;
  sizeBytes: number;
  /** its last write */
  storedAt: Date;
}

/** The names of a folder's subfolders with names of two hexadecimal digits, sorted. @throws StorageFailed */
export async function foldersIn(path: string, { callMs }: StorageLimits): Promise<string[]> {
  const entries = await storageCall(readdir(path, { withFileTypes: true }), callMs, LIST);
  return entries
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .map(({ name }) => name)
    .toSorted();
}

/**
 * The files of a folder, sorted by name. A file that is deleted during the listing is left out.
 * @throws StorageFailed
 */
export async function* filesIn(path: string, { callMs }: StorageLimits): AsyncGenerator<FolderFile> {
  const names = (await storageCall(readdir(path), callMs, LIST)).toSorted();
  const read = async (name: string): Promise<FolderFile | null> => {
    const found = await storageCall(stat(join(path, name)).catch(ignoreMissing), callMs, STAT);
    return found?.isFile() === true ? { name, sizeBytes: found.size, storedAt: found.mtime } : null;
  };
  for (let at = 0; at < names.length; at += BATCH) {
    for (const file of await Promise.all(names.slice(at, at + BATCH).map(read))) {
      if (file !== null) yield file;
    }
  }
}
