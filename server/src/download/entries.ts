import { Errors } from '../http/index.ts';
import type { SelectedItem } from '../selection/index.ts';
import type { FrozenEntry } from './frozen.ts';
import { olderVersionName, TakenNames } from './names.ts';
import type { FolderBelow, StoredVersion, VersionBelow } from './queries.ts';
import { MAX_ZIP_PATH_BYTES } from './zip-layout.ts';

/** The selected items, with the versions of the selected files and of those below the selected folders. */
export interface Contents {
  items: readonly Pick<SelectedItem, 'id' | 'kind' | 'name'>[];
  files: readonly StoredVersion[];
  below: readonly VersionBelow[];
}

/** The files and folders directly in one folder of the archive. */
interface Level {
  /** path with its closing slash, '' at the top */
  prefix: string;
  folders: FolderBelow[];
  files: StoredVersion[];
}

/**
 * Returns the entries of the archive (DOWNLOAD-16): selected items at the top, folders with their structure, an entry
 * for a folder only if it is empty. When names are equal, a folder keeps the name before a current version, and a
 * current version before an older one; the others get ' (1)'.
 * @param folders all folders below the selected ones, including those
 * @throws P16 for a path that is too long for a ZIP
 */
export function entriesOf({ items, files, below }: Contents, folders: readonly FolderBelow[]): FrozenEntry[] {
  const order = new Map(items.map(({ id }, n) => [id, n]));
  const bySelection = (a: string, b: string) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  // One folder can be below several selected ones, so the key contains both ids.
  const placeOf = (topId: string, folderId: string) => `${topId} ${folderId}`;
  const filesIn = Map.groupBy(below, (file) => placeOf(file.topId, file.parentId));
  const foldersIn = Map.groupBy(
    folders.filter((folder) => folder.id !== folder.topId),
    (folder) => placeOf(folder.topId, folder.parentId),
  );

  const entries: FrozenEntry[] = [];
  const open: Level[] = [
    {
      prefix: '',
      folders: folders
        .filter((folder) => folder.id === folder.topId)
        .toSorted((a, b) => bySelection(a.id, b.id)),
      files: files.toSorted((a, b) => bySelection(a.fileId, b.fileId)),
    },
  ];
  for (let level = open.shift(); level; level = open.shift()) {
    const taken = new TakenNames();
    for (const folder of level.folders) {
      const path = pathOf(level.prefix, taken.take(folder.name, 'folder'));
      const place = placeOf(folder.topId, folder.id);
      const inside = {
        prefix: `${path}/`,
        folders: (foldersIn.get(place) ?? []).toSorted(byName),
        files: (filesIn.get(place) ?? []).toSorted(byName),
      };
      open.push(inside);
      const isEmpty = inside.folders.length === 0 && inside.files.length === 0;
      if (isEmpty) entries.push({ kind: 'folder', path, modifiedAt: folder.modifiedAt });
    }
    entries.push(...filesOf(level, taken));
  }
  return entries;
}

function filesOf({ prefix, files }: Level, taken: TakenNames): FrozenEntry[] {
  const named = new Map<StoredVersion, string>();
  for (const file of files.filter(({ isCurrent }) => isCurrent))
    named.set(file, taken.take(file.name, 'file'));
  const older = files.filter(({ isCurrent }) => !isCurrent);
  for (const file of older.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())) {
    named.set(file, taken.take(olderVersionName(file.name, file.createdAt), 'file'));
  }
  return [...named].map(([file, name]) => fileEntry(file, pathOf(prefix, name)));
}

/** @param path in the archive */
export function fileEntry(file: StoredVersion, path: string): FrozenEntry {
  const { fileId, versionId, sizeBytes, crc32 } = file;
  return {
    kind: 'file',
    path,
    sizeBytes,
    crc32,
    modifiedAt: file.createdAt,
    sha256: file.sha256.toString('hex'),
    fileId,
    versionId,
  };
}

function pathOf(prefix: string, name: string): string {
  const path = `${prefix}${name}`;
  if (Buffer.byteLength(path) >= MAX_ZIP_PATH_BYTES) throw Errors.invalidRequest();
  return path;
}

const byName = (a: { name: string }, b: { name: string }): number => {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
};
