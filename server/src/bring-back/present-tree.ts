import { splitPath } from '../tree/index.ts';
import type { ItemAt } from './tree-at.queries.ts';

type Kind = ItemAt['kind'];

/** A place in the tree, and the item that has it. */
interface Place {
  kind: Kind;
  name: string;
  /** null: a folder that is to be made, or one above it */
  item: ItemAt | null;
  parent: Place | null;
  /** by kind and name: a file and a folder can have the same name (D-10) */
  children: Map<string, Place>;
}

/** A folder as it is, to find out what it becomes when items in it are moved and folders made. */
export class PresentTree {
  readonly #root: Place = { kind: 'folder', name: '', item: null, parent: null, children: new Map() };
  readonly #byId = new Map<string, Place>();

  /** @param items ordered by path; [] when the folder does not exist */
  constructor(items: readonly ItemAt[]) {
    for (const item of items) {
      if (item.path === '') continue;
      const place: Place = { kind: item.kind, name: '', item, parent: null, children: new Map() };
      this.#attach(place, item.path);
      this.#byId.set(item.id, place);
    }
  }

  /** @returns the item of this kind and path; null when there is none */
  itemAt(kind: Kind, path: string): ItemAt | null {
    return this.#placeAt(kind, path)?.item ?? null;
  }

  /** @returns an item with its path after the moves so far; null when it is not in the folder */
  find(id: string): { item: ItemAt; path: string } | null {
    const place = this.#byId.get(id);
    return place === undefined || place.item === null ? null : { item: place.item, path: pathOf(place) };
  }

  /** Moves an item with everything in it. @param path free; the folder above it exists */
  move(id: string, path: string): void {
    const place = this.#byId.get(id);
    if (place === undefined) throw new Error(`the item ${id} is not in the folder`);
    place.parent?.children.delete(keyOf(place.kind, place.name));
    this.#attach(place, path);
  }

  /** @param path free; the folder above it exists */
  makeFolder(path: string): void {
    this.#attach({ kind: 'folder', name: '', item: null, parent: null, children: new Map() }, path);
  }

  /** Returns the items that match, without those inside of another one of them, with their paths after the moves. */
  topmost(matches: (kind: Kind, path: string) => boolean): ItemAt[] {
    const found: ItemAt[] = [];
    const visit = (folder: Place, above: string) => {
      for (const child of folder.children.values()) {
        const path = above + child.name;
        if (child.item !== null && matches(child.kind, path)) found.push({ ...child.item, path });
        else visit(child, `${path}/`);
      }
    };
    visit(this.#root, '');
    return found;
  }

  #placeAt(kind: Kind, path: string): Place | undefined {
    const names = splitPath(path);
    const last = names.length - 1;
    return names.reduce<Place | undefined>(
      (folder, name, index) => folder?.children.get(keyOf(index === last ? kind : 'folder', name)),
      this.#root,
    );
  }

  #attach(place: Place, path: string): void {
    const names = splitPath(path);
    place.name = names.pop() ?? '';
    const parent = this.#placeAt('folder', names.join('/'));
    if (parent === undefined) throw new Error(`the folder above '${path}' is missing`);
    place.parent = parent;
    parent.children.set(keyOf(place.kind, place.name), place);
  }
}

function pathOf(place: Place): string {
  const names: string[] = [];
  for (let at = place; at.parent !== null; at = at.parent) names.unshift(at.name);
  return names.join('/');
}

const keyOf = (kind: Kind, name: string): string => `${kind} ${name}`;
