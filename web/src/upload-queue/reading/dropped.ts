import type { Choice, ChosenFile, Unreadable } from './chosen.ts';

/** Dropped files or file-system entries. */
export type Dropped = readonly (File | FileSystemEntry)[];

/**
 * Takes the entries from a drop event. Must be called during the event, because the browser returns no entries after
 * it.
 */
export function takeDropped(transfer: DataTransfer): Dropped {
  const dropped: (File | FileSystemEntry)[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const taken = item.webkitGetAsEntry() ?? item.getAsFile();
    if (taken) dropped.push(taken);
  }
  return dropped;
}

/**
 * Reads dropped folders with all their subfolders (UPLOAD-09). Folders without files are returned with no files. What
 * the browser cannot read, such as a path that is too long for the operating system, is returned as such.
 */
export async function readDropped(dropped: Dropped): Promise<Choice[]> {
  const chosen: Choice[] = [];
  for (const one of dropped) {
    if (one instanceof File) chosen.push({ kind: 'file', file: one });
    else if (isDirectory(one)) chosen.push(...(await readFolder(one)));
    else {
      const file = await fileOf(one as FileSystemFileEntry);
      chosen.push(file === null ? { kind: 'unreadable', path: one.name } : { kind: 'file', file });
    }
  }
  return chosen;
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Returns the folder with its readable files, and what is not readable below it. */
async function readFolder(top: FileSystemDirectoryEntry): Promise<Choice[]> {
  const files: ChosenFile[] = [];
  const unreadable: string[] = [];
  // A list of folders to read is used instead of recursion, because a folder can be deeper than the call stack.
  const toRead: FolderBelow[] = [{ directory: top, path: '' }];
  for (let next = toRead.shift(); next; next = toRead.shift()) {
    try {
      for await (const batch of batchesOf(next.directory)) {
        const found = await readBatch(batch, next.path);
        toRead.push(...found.folders);
        files.push(...found.files);
        unreadable.push(...found.unreadable);
      }
    } catch {
      unreadable.push(next.path.slice(0, -1));
    }
  }
  const lost = unreadable.map((path): Unreadable => ({
    kind: 'unreadable',
    path: path === '' ? top.name : `${top.name}/${path}`,
  }));
  if (files.length === 0 && lost.length > 0) return lost;
  return [{ kind: 'folder', name: top.name, files }, ...lost];
}

/** A folder below the dropped one; `path` is '' for the dropped one and ends with a slash otherwise. */
interface FolderBelow {
  directory: FileSystemDirectoryEntry;
  path: string;
}

/** @throws DOMException when the browser cannot read the folder */
async function* batchesOf(directory: FileSystemDirectoryEntry) {
  const reader = directory.createReader();
  const read = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
  // One call returns at most a hundred entries; an empty result means that there are no more.
  for (let batch = await read(); batch.length > 0; batch = await read()) yield batch;
}

/** @param path of the folder that has the entries, as in `FolderBelow` */
async function readBatch(batch: readonly FileSystemEntry[], path: string) {
  const folders: FolderBelow[] = batch
    .filter(isDirectory)
    .map((directory) => ({ directory, path: `${path}${directory.name}/` }));
  const read = await Promise.all(
    batch
      .filter((entry): entry is FileSystemFileEntry => entry.isFile)
      .map(async (entry) => ({ path: path + entry.name, file: await fileOf(entry) })),
  );
  return {
    folders,
    files: read.filter((one): one is ChosenFile => one.file !== null),
    unreadable: read.filter(({ file }) => file === null).map((one) => one.path),
  };
}

/** Returns null when the browser cannot read the file. */
const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File | null>((resolve) => {
    entry.file(resolve, () => resolve(null));
  });
