import type { ItemAt } from './tree-at.queries.ts';

/** A file as it was at a moment. */
export interface FormerFile {
  /** from the folder that is brought back */
  path: string;
  blobId: number;
  sizeBytes: number;
  scannedBy: string;
}

/** A file that gets its former content. */
export interface WantedFile extends FormerFile {
  /** false: a file of this path exists and gets a new version */
  isNew: boolean;
}

/** A file that was renamed or moved since the moment. It goes back to its former path, which is free. */
export interface MovedFile extends FormerFile {
  id: string;
  /** its present path */
  from: string;
}

/** What must change so that a folder is as it was at a moment. */
export interface Difference {
  /** paths of missing folders, parents first */
  folders: string[];
  /** in place only */
  moved: MovedFile[];
  files: WantedFile[];
  /** files that are as they were */
  unchanged: number;
  /** in place only: the topmost items that were not there */
  extra: ItemAt[];
  /** paths of files whose bytes are no longer kept */
  lost: string[];
}

/**
 * Compares a folder as it was with the folder as it is, by kind and path: a file and a folder can share a path (D-10).
 * A file that is extra now goes back to its former path when that is free, and keeps its history.
 * @param past ordered by path
 * @param present [] when the folder does not exist
 */
export function differenceOf(
  past: readonly ItemAt[],
  present: readonly ItemAt[],
  { isInPlace }: { isInPlace: boolean },
): Difference {
  const presentOf = byKey(present);
  const pastOf = byKey(past);
  const extra = isInPlace ? present.filter((item) => item.path !== '' && !pastOf.has(keyOf(item))) : [];
  const extraOf = new Map(extra.map((item) => [item.id, item]));
  const difference: Difference = { folders: [], moved: [], files: [], unchanged: 0, extra: [], lost: [] };
  for (const item of past) {
    const found = presentOf.get(keyOf(item));
    if (item.kind === 'file') addFile(difference, item, { found, elsewhere: extraOf.get(item.id) });
    else if (found === undefined && item.path !== '') difference.folders.push(item.path);
  }
  const moved = new Set(difference.moved.map(({ id }) => id));
  difference.extra = topmost(extra.filter(({ id }) => !moved.has(id)));
  return difference;
}

/** @param now what has the path of the file, and the file itself when it is extra at another path */
function addFile(
  difference: Difference,
  { id, path, blobId, sizeBytes, scannedBy }: ItemAt,
  { found, elsewhere }: { found: ItemAt | undefined; elsewhere: ItemAt | undefined },
) {
  if (blobId === null) return void difference.lost.push(path);
  const wanted = { path, blobId, sizeBytes, scannedBy };
  if (found === undefined && elsewhere !== undefined)
    difference.moved.push({ ...wanted, id, from: elsewhere.path });
  const file = found ?? elsewhere;
  if (file === undefined) difference.files.push({ ...wanted, isNew: true });
  else if (file.blobId !== blobId) difference.files.push({ ...wanted, isNew: false });
  else if (found !== undefined) difference.unchanged += 1;
}

const keyOf = ({ kind, path }: ItemAt): string => `${kind} ${path}`;
const byKey = (items: readonly ItemAt[]) => new Map(items.map((item) => [keyOf(item), item]));

/** The items that are not inside of another one of them. */
function topmost(items: readonly ItemAt[]): ItemAt[] {
  const folders = new Set(items.filter(({ kind }) => kind === 'folder').map(({ path }) => path));
  return items.filter(({ path }) => !foldersAbove(path).some((folder) => folders.has(folder)));
}

function foldersAbove(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}
