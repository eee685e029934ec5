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

/** What must change so that a folder is as it was at a moment. */
export interface Difference {
  /** in place only; parents first. A folder takes everything in it along. */
  moved: MovedItem[];
  /** paths of missing folders, parents first */
  folders: string[];
  files: WantedFile[];
  /** files that are as they were */
  unchanged: number;
  /** in place only: the topmost items that were not there, with their paths after the moves */
  extra: ItemAt[];
  /** paths of files whose bytes are no longer kept */
  lost: string[];
}

/**
 * Compares a folder as it was with the folder as it is, by kind and path: a file and a folder can share a path (D-10).
 * In place, an item that would be extra goes back to its former path when that is free, and keeps its history.
 * @param past ordered by path
 * @param present the same; [] when the folder does not exist
 */
export function differenceOf(
  past: readonly ItemAt[],
  present: readonly ItemAt[],
  { isInPlace }: { isInPlace: boolean },
): Difference {
  const comparison = new Comparison(past, present, isInPlace);
  for (const item of past) {
    if (item.path === '') continue;
    if (item.kind === 'folder') comparison.addFolder(item);
    else comparison.addFile(item);
  }
  return comparison.end();
}

class Comparison {
  readonly #difference: Difference = {
    moved: [],
    folders: [],
    files: [],
    unchanged: 0,
    extra: [],
    lost: [],
  };
  /** the present folder, with the moves and new folders so far */
  readonly #tree: PresentTree;
  readonly #past: readonly ItemAt[];
  /** kinds and paths; null until they are needed */
  #wanted: ReadonlySet<string> | null = null;
  readonly #isInPlace: boolean;

  constructor(past: readonly ItemAt[], present: readonly ItemAt[], isInPlace: boolean) {
    this.#tree = new PresentTree(present);
    this.#past = past;
    this.#isInPlace = isInPlace;
  }

  addFolder(item: ItemAt): void {
    const found = this.#tree.keep('folder', item.path) ?? this.#moveBack(item);
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
    const found = atPath ?? this.#moveBack(item);
    if (found?.blobId !== blobId)
      this.#difference.files.push({ path, blobId, sizeBytes, scannedBy, isNew: found === null });
    else if (atPath !== null) this.#difference.unchanged += 1;
  }

  end(): Difference {
    if (this.#isInPlace) this.#difference.extra = this.#tree.topmostExtra();
    return this.#difference;
  }

  /** @returns the item as it is now; null when it does not exist in the folder, or is wanted where it is */
  #moveBack({ id, kind, path }: ItemAt): ItemAt | null {
    const found = this.#isInPlace ? this.#tree.find(id) : null;
    if (found === null || this.#isWanted(kind, found.path)) return null;
    this.#tree.move(id, path);
    this.#difference.moved.push({ id, kind, from: found.item.path, path });
    return found.item;
  }

  #isWanted(kind: ItemAt['kind'], path: string): boolean {
    this.#wanted ??= new Set(this.#past.map((item) => keyOf(item.kind, item.path)));
    return this.#wanted.has(keyOf(kind, path));
  }
}

const keyOf = (kind: ItemAt['kind'], path: string): string => `${kind} ${path}`;
