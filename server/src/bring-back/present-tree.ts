import type { ItemAt } from './tree-at.queries.ts';

type Kind = ItemAt['kind'];

/** A place in the tree, and the item that has it. */
interface Place {
  kind: Kind;
  name: string;
  /** null: a folder that is to be made, or the top */
  item: ItemAt | null;
  parent: Place | null;
  /** by name; null for a file. A file and a folder can have the same name (D-10). */
  children: Record<Kind, Map<string, Place>> | null;
  /** true: the place is as it was at the moment */
  isRight: boolean;
}

/**
 * A folder as it is, to find out what it becomes when items in it are moved and folders made. The paths of the past are
 * put right one after the other, parents first; what is right moves no more.
 */
export class PresentTree {
  readonly #byId = new Map<string, Place>();
  /** the folders that are right, by path */
  readonly #right = new Map<string, Place>();

  /** @param items ordered by path; [] when the folder does not exist */
  constructor(items: readonly ItemAt[]) {
    const top = newPlace('folder', null);
    top.isRight = true;
    this.#right.set('', top);
    const folders = new Map([['', top]]);
    for (const item of items) {
      if (item.path === '') continue;
      const place = newPlace(item.kind, item);
      attach(place, folders.get(parentOf(item.path)), item.path);
      if (item.kind === 'folder') folders.set(item.path, place);
      this.#byId.set(item.id, place);
    }
  }

  /** @returns the item of this kind and path, which is right; null when there is none */
  keep(kind: Kind, path: string): ItemAt | null {
    const place = this.#right.get(parentOf(path))?.children?.[kind].get(nameOf(path));
    if (place === undefined) return null;
    this.#setRight(place, path);
    return place.item;
  }

  /** @returns an item with its path after the moves so far; null when it is not in the folder */
  find(id: string): { item: ItemAt; path: string } | null {
    const place = this.#byId.get(id);
    return place === undefined || place.item === null ? null : { item: place.item, path: pathOf(place) };
  }

  /** Moves an item with everything in it to its right path. @param path free */
  move(id: string, path: string): void {
    const place = this.#byId.get(id);
    if (place === undefined) throw new Error(`the item ${id} is not in the folder`);
    place.parent?.children?.[place.kind].delete(place.name);
    this.#attachRight(place, path);
  }

  /** @param path free */
  makeFolder(path: string): void {
    this.#attachRight(newPlace('folder', null), path);
  }

  /** Returns the items that are not right, by their paths after the moves, without those inside of another one. */
  topmostExtra(): ItemAt[] {
    const found: ItemAt[] = [];
    const visit = (place: Place, path: string) => {
      if (!place.isRight && place.item !== null) found.push({ ...place.item, path });
      else if (place.children !== null) visitAll(place.children, path === '' ? '' : `${path}/`);
    };
    const visitAll = (children: Record<Kind, Map<string, Place>>, above: string) => {
      for (const child of children.folder.values()) visit(child, above + child.name);
      for (const child of children.file.values()) visit(child, above + child.name);
    };
    const top = this.#right.get('');
    if (top !== undefined) visit(top, '');
    return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  #attachRight(place: Place, path: string): void {
    attach(place, this.#right.get(parentOf(path)), path);
    this.#setRight(place, path);
  }

  #setRight(place: Place, path: string): void {
    place.isRight = true;
    if (place.kind === 'folder') this.#right.set(path, place);
  }
}

function newPlace(kind: Kind, item: ItemAt | null): Place {
  const children = kind === 'folder' ? { folder: new Map(), file: new Map() } : null;
  return { kind, name: '', item, parent: null, children, isRight: false };
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

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
