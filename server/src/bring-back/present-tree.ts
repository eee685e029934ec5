import { folderOf, inPathOrder, nameOf } from './item-path.ts';
import type { ItemAt } from './tree-at.queries.ts';

type Kind = ItemAt['kind'];

/** A place in the tree, and the item that has it. */
interface Place {
  kind: Kind;
  name: string;
  /** null: a folder that is to be made */
  item: ItemAt | null;
  parent: Place | null;
  /** by name; null for a file. A file and a folder can have the same name (D-10). */
  children: Record<Kind, Map<string, Place>> | null;
  /** true: the past has the same place */
  isWanted: boolean;
}

/**
 * A folder as it is, to find out what it becomes when items in it are moved, folders made, and entries of the trash
 * restored. Takes the paths of the past one after the other, parents first. What is at one of them stays there.
 */
export class PresentTree {
  readonly #byId: Map<string, Place>;
  /** entries of the trash that are not restored so far; what is in them cannot be moved */
  readonly #trashed: Map<string, Place>;
  /** the folders at paths of the past so far */
  readonly #wanted = new Map<string, Place>();

  /**
   * @param items ordered by path; [] when the folder does not exist
   * @param trashed the items of each entry of the trash, ordered by path
   */
  constructor(items: readonly ItemAt[], trashed: readonly (readonly ItemAt[])[]) {
    const { top, byId } = placesOf(items);
    this.#byId = byId;
    this.#trashed = new Map(trashed.map((entry) => [entry[0]?.id ?? '', placesOf(entry).top]));
    this.#want(top, '');
  }

  /** Whether the folder does not exist and is not restored. */
  get isMissing(): boolean {
    return this.#wanted.get('')?.item === null;
  }

  /** @param path of the past @returns the item of this kind at this path, which stays there; null when there is none */
  keep(kind: Kind, path: string): ItemAt | null {
    const place = this.#wanted.get(folderOf(path))?.children?.[kind].get(nameOf(path));
    if (place === undefined) return null;
    this.#want(place, path);
    return place.item;
  }

  /** @returns an item with its path after the moves so far; null when it is not in the folder */
  find(id: string): { item: ItemAt; path: string } | null {
    const place = this.#byId.get(id);
    return place === undefined || place.item === null ? null : { item: place.item, path: pathOf(place) };
  }

  /** Moves an item with everything in it. @param path of the past, and free */
  move(id: string, path: string): void {
    const place = this.#byId.get(id);
    if (place === undefined) throw new Error(`the item ${id} is not in the folder`);
    place.parent?.children?.[place.kind].delete(place.name);
    this.#attachWanted(place, path);
  }

  /**
   * Restores an entry of the trash with everything in it.
   * @param path of the past, and free
   * @returns the entry; null when the trash does not have it
   */
  restore(id: string, path: string): ItemAt | null {
    const place = this.#trashed.get(id);
    if (place === undefined) return null;
    this.#trashed.delete(id);
    if (path === '') this.#want(place, path);
    else this.#attachWanted(place, path);
    return place.item;
  }

  /** @param path of the past, and free */
  makeFolder(path: string): void {
    this.#attachWanted(newPlace('folder', null), path);
  }

  /** Returns the items that the past does not have, by their paths after the moves, without those inside of another. */
  topmostExtra(): ItemAt[] {
    const found: ItemAt[] = [];
    const visit = (place: Place, path: string) => {
      if (!place.isWanted && place.item !== null) found.push({ ...place.item, path });
      else if (place.children !== null) visitAll(place.children, path === '' ? '' : `${path}/`);
    };
    const visitAll = (children: Record<Kind, Map<string, Place>>, above: string) => {
      for (const child of children.folder.values()) visit(child, above + child.name);
      for (const child of children.file.values()) visit(child, above + child.name);
    };
    const top = this.#wanted.get('');
    if (top !== undefined) visit(top, '');
    return found.toSorted(inPathOrder);
  }

  #attachWanted(place: Place, path: string): void {
    attach(place, this.#wanted.get(folderOf(path)), path);
    this.#want(place, path);
  }

  #want(place: Place, path: string): void {
    place.isWanted = true;
    if (place.kind === 'folder') this.#wanted.set(path, place);
  }
}

/**
 * @param items of a folder or of one file, ordered by path; the first one has the path ''
 * @returns the first place, and those below it by id
 */
function placesOf(items: readonly ItemAt[]): { top: Place; byId: Map<string, Place> } {
  const [first, ...below] = items;
  const top = newPlace(first?.kind ?? 'folder', first ?? null);
  const byId = new Map<string, Place>();
  const folders = new Map([['', top]]);
  for (const item of below) {
    const place = newPlace(item.kind, item);
    attach(place, folders.get(folderOf(item.path)), item.path);
    if (item.kind === 'folder') folders.set(item.path, place);
    byId.set(item.id, place);
  }
  return { top, byId };
}

function newPlace(kind: Kind, item: ItemAt | null): Place {
  const children = kind === 'folder' ? { folder: new Map(), file: new Map() } : null;
  return { kind, name: '', item, parent: null, children, isWanted: false };
}

function attach(place: Place, parent: Place | undefined, path: string): void {
  if (parent?.children == null) throw new Error(`the folder above '${path}' is missing`);
  place.name = nameOf(path);
  place.parent = parent;
  parent.children[place.kind].set(place.name, place);
}

function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at = place; at.parent !== null; at = at.parent) names.unshift(at.name);
  return names.join('/');
}
