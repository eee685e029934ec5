import type { Chosen, ChosenFile } from './chosen.ts';

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
 * Reads dropped folders with all their subfolders (UPLOAD-09). Folders without files are returned with no files.
 * @throws DOMException when the browser cannot read a folder or file
 */
export async function readDropped(dropped: Dropped): Promise<Chosen[]> {
  const chosen: Chosen[] = [];
  for (const one of dropped) {
    if (one instanceof File) chosen.push({ kind: 'file', file: one });
    else if (isDirectory(one)) chosen.push({ kind: 'folder', name: one.name, files: await filesBelow(one) });
    else chosen.push({ kind: 'file', file: await fileOf(one as FileSystemFileEntry) });
  }
  return chosen;
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesBelow(top: FileSystemDirectoryEntry): Promise<ChosenFile[]> {
  const found: ChosenFile[] = [];
  // A list of folders to read is used instead of recursion, because a folder can be deeper than the call stack.
  const toRead = [{ directory: top, prefix: '' }];
  for (let next = toRead.shift(); next; next = toRead.shift()) {
    const { directory, prefix } = next;
    const reader = directory.createReader();
    // One call returns at most a hundred entries; an empty result means that there are no more.
    for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
      for (const entry of batch) {
        if (isDirectory(entry)) toRead.push({ directory: entry, prefix: `${prefix}${entry.name}/` });
      }
      const fileEntries = batch.filter((entry): entry is FileSystemFileEntry => entry.isFile);
      const files = await Promise.all(
        fileEntries.map(async (entry) => ({
          path: `${prefix}${entry.name}`,
          file: await fileOf(entry),
        })),
      );
      found.push(...files);
    }
  }
  return found;
}

const readBatch = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => {
    reader.readEntries(resolve, reject);
  });

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject);
  });
