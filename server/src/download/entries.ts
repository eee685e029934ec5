import { Errors } from '../http/index.ts';
import type { SelectedItem } from '../selection/index.ts';
import type { FrozenEntry } from './frozen.ts';
import { olderVersionName, type TakenName, TakenNames } from './names.ts';
import type { FolderBelow, StoredVersion, VersionBelow } from './queries.ts';
import { ChangedNames, DamagedFiles, ERRORS_FILE, NAMES_FILE } from './text-files.ts';
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
  /** the same path with the names of the vault */
  originalPrefix: string;
  folders: FolderBelow[];
  files: StoredVersion[];
}

/** The archive while it is planned. */
interface Plan {
  entries: FrozenEntry[];
  changed: ChangedNames;
  damaged: DamagedFiles;
  /** the length of all paths */
  pathBytes: number;
}

/** Far above what 11,000 entries need; a ticket stores all paths, and the audit those of files. */
const MAX_PATH_BYTES = 8 * 1024 * 1024;

/**
 * Returns the entries of the archive (DOWNLOAD-16): selected items at the top, folders with their structure, an entry
 * for a folder only if it is empty. When names are equal, a folder keeps the name before a current version, and a
 * current version before an older one; the others get ' (1)'.
 * Names that Windows cannot store are changed and listed in `_names.txt` (GUARD-40). Versions whose bytes are marked as
 * damaged are left out and listed in `_errors.txt` (SAFE-02). The lists are the last entries.
 * @param folders all folders below the selected ones, including those
 * @throws P16 for a path that is too long for a ZIP, E7 when all paths together are too long
 */
export function entriesOf(contents: Contents, folders: readonly FolderBelow[]): FrozenEntry[] {
  const plan = planOf(contents, folders, []);
  if (plan.changed.isEmpty && plan.damaged.isEmpty) return plan.entries;
  // Only the vault writes the lists: stored files of their names get other ones.
  const { entries, changed, damaged } = planOf(contents, folders, [NAMES_FILE, ERRORS_FILE]);
  const modifiedAt = newest(contents, folders);
  const lists = [
    { path: NAMES_FILE, list: changed },
    { path: ERRORS_FILE, list: damaged },
  ].filter(({ list }) => !list.isEmpty);
  return [
    ...entries,
    ...lists.map(({ path, list }) => ({ kind: 'text' as const, path, text: list.text(), modifiedAt })),
  ];
}

/** The time of the newest version or folder. */
function newest({ files, below }: Contents, folders: readonly FolderBelow[]): Date {
  const times = [
    ...[...files, ...below].map(({ createdAt }) => createdAt.getTime()),
    ...folders.map(({ modifiedAt }) => modifiedAt.getTime()),
  ];
  return new Date(Math.max(...times));
}

function planOf(
  { items, files, below }: Contents,
  folders: readonly FolderBelow[],
  reserved: readonly string[],
): Plan {
  const order = new Map(items.map(({ id }, n) => [id, n]));
  const bySelection = (a: string, b: string) => (order.get(a) ?? 0) - (order.get(b) ?? 0);
  // One folder can be below several selected ones, so the key contains both ids.
  const placeOf = (topId: string, folderId: string) => `${topId} ${folderId}`;
  const filesIn = Map.groupBy(below, (file) => placeOf(file.topId, file.parentId));
  const foldersIn = Map.groupBy(
    folders.filter((folder) => folder.id !== folder.topId),
    (folder) => placeOf(folder.topId, folder.parentId),
  );

  const plan: Plan = { entries: [], changed: new ChangedNames(), damaged: new DamagedFiles(), pathBytes: 0 };
  const open: Level[] = [
    {
      prefix: '',
      originalPrefix: '',
      folders: folders
        .filter((folder) => folder.id === folder.topId)
        .toSorted((a, b) => bySelection(a.id, b.id)),
      files: files.toSorted((a, b) => bySelection(a.fileId, b.fileId)),
    },
  ];
  for (let level = open.shift(); level; level = open.shift()) {
    const taken = new TakenNames(level.prefix === '' ? reserved : []);
    for (const folder of level.folders) {
      const path = pathOf(plan, level, folder.name, taken.take(folder.name, 'folder'));
      const place = placeOf(folder.topId, folder.id);
      const inside = {
        prefix: `${path}/`,
        originalPrefix: `${level.originalPrefix}${folder.name}/`,
        folders: (foldersIn.get(place) ?? []).toSorted(byName),
        files: (filesIn.get(place) ?? []).toSorted(byName),
      };
      open.push(inside);
      const isEmpty = inside.folders.length === 0 && inside.files.length === 0;
      if (isEmpty) plan.entries.push({ kind: 'folder', path, modifiedAt: folder.modifiedAt });
    }
    addFiles(plan, level, taken);
  }
  return plan;
}

function addFiles(plan: Plan, level: Level, taken: TakenNames): void {
  const add = (file: StoredVersion, name: string) => {
    if (file.isDamaged) plan.damaged.add(`${level.originalPrefix}${name}`);
    else plan.entries.push(fileEntry(file, pathOf(plan, level, name, taken.take(name, 'file'))));
  };
  for (const file of level.files.filter(({ isCurrent }) => isCurrent)) add(file, file.name);
  const older = level.files.filter(({ isCurrent }) => !isCurrent);
  for (const file of older.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())) {
    add(file, olderVersionName(file.name, file.createdAt));
  }
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

/** The path of a taken name in the archive; a changed one is listed. */
function pathOf(
  plan: Plan,
  { prefix, originalPrefix }: Level,
  original: string,
  { name, isChanged }: TakenName,
): string {
  const path = `${prefix}${name}`;
  const bytes = Buffer.byteLength(path);
  if (bytes >= MAX_ZIP_PATH_BYTES) throw Errors.invalidRequest();
  plan.pathBytes += bytes;
  if (plan.pathBytes > MAX_PATH_BYTES) throw Errors.downloadTooLarge();
  if (isChanged) plan.changed.add(`${originalPrefix}${original}`, path);
  return path;
}

const byName = (a: { name: string }, b: { name: string }): number => {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
};
