import type { ItemAt } from './tree-at.queries.ts';

/** A file that gets the content of a moment. */
export interface WantedFile {
  /** from the folder that is brought back */
  path: string;
  blobId: number;
  sizeBytes: number;
  scannedBy: string;
  /** false: a file of this path exists and gets a new version */
  isNew: boolean;
}

/** What must change so that a folder is as it was at a moment. */
export interface Difference {
  /** paths of missing folders, parents first */
  folders: string[];
  files: WantedFile[];
  /** files that are as they were */
  unchanged: number;
  /** the topmost items that were not there */
  extra: ItemAt[];
  /** paths of files whose bytes are no longer kept */
  lost: string[];
}

/**
 * Compares a folder as it was with the folder as it is, by kind and path: a file and a folder can share a path (D-10).
 * @param past ordered by path
 * @param present [] when the folder does not exist
 */
export function differenceOf(past: readonly ItemAt[], present: readonly ItemAt[]): Difference {
  const presentOf = byKey(present);
  const difference: Difference = { folders: [], files: [], unchanged: 0, extra: [], lost: [] };
  for (const item of past) {
    const found = presentOf.get(keyOf(item));
    if (item.kind === 'folder') {
      if (found === undefined && item.path !== '') difference.folders.push(item.path);
    } else addFile(difference, item, found);
  }
  const pastOf = byKey(past);
  difference.extra = topmost(present.filter((item) => item.path !== '' && !pastOf.has(keyOf(item))));
  return difference;
}

function addFile(difference: Difference, { path, blobId, sizeBytes, scannedBy }: ItemAt, found?: ItemAt) {
  if (blobId === null) difference.lost.push(path);
  else if (found?.blobId === blobId) difference.unchanged += 1;
  else difference.files.push({ path, blobId, sizeBytes, scannedBy, isNew: found === undefined });
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
