import { inPathOrder } from './item-path.ts';
import { PresentTree } from './present-tree.ts';
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

/** An item that was renamed or moved since the moment. It goes back to its former path, which is free. */
export interface MovedItem {
  id: string;
  kind: ItemAt['kind'];
  /** its present path */
  from: string;
  path: string;
}

/** An item that is in the trash. It is restored with everything in it, to its former path, which is free. */
export interface RestoredItem {
  id: string;
  kind: ItemAt['kind'];
  /** '' for the folder that is brought back */
  path: string;
}

/** What must change so that a folder is as it was at a moment. */
export interface Difference {
  /** in place only; parents first */
  restored: RestoredItem[];
  /** in place only; parents first. A folder takes everything in it along. */
  moved: MovedItem[];
  /** paths of missing folders, parents first; '' for the folder that is brought back */
  folders: string[];
  files: WantedFile[];
  /** files that are as they were */
  unchanged: number;
  /** in place only: the topmost items that were not there, with their paths after the moves */
  extra: ItemAt[];
  /** paths of files whose bytes are no longer kept */
  lost: string[];
}

/** A folder as it is, and what can be restored to it. */
export interface PresentFolder {
  /** ordered by path; [] when the folder does not exist */
  present: readonly ItemAt[];
  /** entries of the trash: the items of each by path, first the entry itself with the path '' */
  trashed: readonly (readonly ItemAt[])[];
}

/**
 * Compares a folder as it was with the folder as it is, by kind and path: a file and a folder can share a path (D-10).
 * In place, an item that would be extra goes back to its former path when that is free, and an entry of the trash is
 * restored to it; both keep their history.
 * @param past ordered by path
 */
export function differenceOf(
  past: readonly ItemAt[],
  { present, trashed }: PresentFolder,
  { isInPlace }: { isInPlace: boolean },
): Difference {
  const comparison = new Comparison(past, new PresentTree(present, isInPlace ? trashed : []), isInPlace);
  const [folders, files] = [past.filter(isFolder), past.filter((item) => !isFolder(item))];
  // In the order in which the changes are made: a folder that goes back can take an item to a path of the past, where
  // the item then stays.
  for (const folder of folders.toSorted((a, b) => depthOf(a) - depthOf(b))) {
    if (folder.path === '') comparison.addTop(folder);
    else comparison.addFolder(folder);
  }
  for (const file of files) comparison.addFile(file);
  return comparison.end();
}

const isFolder = ({ kind }: ItemAt): boolean => kind === 'folder';

/** 0 for the top folder */
const depthOf = ({ path }: ItemAt): number => (path === '' ? 0 : path.split('/').length);

class Comparison {
  readonly #difference: Difference = {
    restored: [],
    moved: [],
    folders: [],
    files: [],
    unchanged: 0,
    extra: [],
    lost: [],
  };
  /** the present folder, with what was restored, moved and made so far */
  readonly #tree: PresentTree;
  readonly #past: readonly ItemAt[];
  /** kinds and paths; null until they are needed */
  #wanted: ReadonlySet<string> | null = null;
  readonly #isInPlace: boolean;

  constructor(past: readonly ItemAt[], tree: PresentTree, isInPlace: boolean) {
    this.#tree = tree;
    this.#past = past;
    this.#isInPlace = isInPlace;
  }

  addTop(item: ItemAt): void {
    if (this.#tree.isMissing && this.#restore(item) === null) this.#difference.folders.push('');
  }

  addFolder(item: ItemAt): void {
    const found = this.#tree.keep('folder', item.path) ?? this.#moveBack(item) ?? this.#restore(item);
    if (found !== null) return;
    this.#tree.makeFolder(item.path);
    this.#difference.folders.push(item.path);
  }

  addFile(item: ItemAt): void {
    const { path, blobId, sizeBytes, scannedBy } = item;
    const atPath = this.#tree.keep('file', path);
    if (blobId === null) {
      this.#difference.lost.push(path);
      return;
    }
    const found = atPath ?? this.#moveBack(item) ?? this.#restore(item);
    if (found?.blobId !== blobId)
      this.#difference.files.push({ path, blobId, sizeBytes, scannedBy, isNew: found === null });
    else if (atPath !== null) this.#difference.unchanged += 1;
  }

  end(): Difference {
    const { restored, moved, folders } = this.#difference;
    return {
      ...this.#difference,
      restored: restored.toSorted(inPathOrder),
      moved: moved.toSorted(inPathOrder),
      folders: folders.toSorted(),
      extra: this.#isInPlace ? this.#tree.topmostExtra() : [],
    };
  }

  /** @returns the item as it is now; null when it does not exist in the folder, or is wanted where it is */
  #moveBack({ id, kind, path }: ItemAt): ItemAt | null {
    const found = this.#isInPlace ? this.#tree.find(id) : null;
    if (found === null || this.#isWanted(kind, found.path)) return null;
    this.#tree.move(id, path);
    this.#difference.moved.push({ id, kind, from: found.item.path, path });
    return found.item;
  }

  /** @returns the item as it is in the trash; null when the trash has no such entry */
  #restore({ id, kind, path }: ItemAt): ItemAt | null {
    const found = this.#tree.restore(id, path);
    if (found !== null) this.#difference.restored.push({ id, kind, path });
    return found;
  }

  #isWanted(kind: ItemAt['kind'], path: string): boolean {
    this.#wanted ??= new Set(this.#past.map((item) => keyOf(item.kind, item.path)));
    return this.#wanted.has(keyOf(kind, path));
  }
}

const keyOf = (kind: ItemAt['kind'], path: string): string => `${kind} ${path}`;
