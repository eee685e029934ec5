import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Difference, differenceOf } from './difference.ts';
import type { ItemAt } from './tree-at.queries.ts';

type Kind = ItemAt['kind'];

/** Ids up to this one are folders, the others are files. */
const FOLDERS = 5;
const ITEMS = 10;

/** Where an item is put: in one of the folders so far, under a name. Few names, so that many are equal. */
const placement = fc.record({
  id: fc.integer({ min: 1, max: ITEMS }),
  folder: fc.nat(),
  name: fc.constantFrom('a', 'b', 'c'),
  bytes: fc.integer({ min: 1, max: 2 }),
});

const itemOf = (id: string, kind: Kind, path: string, blobId: number | null): ItemAt => ({
  id,
  kind,
  path,
  blobId,
  sizeBytes: 1,
  scannedBy: 'test',
});
const keyOf = ({ kind, path }: { kind: Kind; path: string }) => `${kind} ${path}`;
const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
const depthOf = (path: string) => path.split('/').length;

/** A tree of some of the items, ordered by path. */
const tree = fc.array(placement, { maxLength: 20 }).map((placements) => {
  const items = [itemOf('top', 'folder', '', null)];
  for (const { id, folder, name, bytes } of placements) {
    const folders = items.filter(({ kind }) => kind === 'folder');
    const above = folders[folder % folders.length]?.path ?? '';
    const kind = id <= FOLDERS ? 'folder' : 'file';
    const item = itemOf(
      String(id),
      kind,
      above === '' ? name : `${above}/${name}`,
      kind === 'file' ? bytes : null,
    );
    const isTaken = items.some((other) => other.id === item.id || keyOf(other) === keyOf(item));
    if (!isTaken) items.push(item);
  }
  return items.toSorted((a, b) => (a.path < b.path ? -1 : 1));
});

/** A folder to which the changes of a plan are made, each of which must be possible. */
class Folder {
  readonly #items = new Map<string, ItemAt>();

  constructor(items: readonly ItemAt[]) {
    for (const item of items) this.#items.set(item.id, item);
  }

  make(difference: Difference): ItemAt[] {
    const { moved, folders, files, extra } = difference;
    const placed = [
      ...moved.filter(({ kind }) => kind === 'folder'),
      ...folders.map((path) => ({ id: null, path })),
    ].toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
    for (const { id, path } of placed) this.#place('folder', id, path);
    for (const { id, kind, path } of moved) if (kind === 'file') this.#place('file', id, path);
    for (const { path, blobId, isNew } of files) {
      if (isNew) this.#place('file', null, path);
      const file = this.#at('file', path);
      if (file === undefined) throw new Error(`no file ${path}`);
      this.#items.set(file.id, { ...file, blobId });
    }
    for (const { id, path } of extra) {
      if (this.#items.get(id)?.path !== path) throw new Error(`not at ${path}`);
      this.#remove(id);
    }
    return [...this.#items.values()];
  }

  #at(kind: Kind, path: string): ItemAt | undefined {
    return [...this.#items.values()].find((item) => keyOf(item) === keyOf({ kind, path }));
  }

  /** @param id null: a new item */
  #place(kind: Kind, id: string | null, path: string): void {
    if (this.#at(kind, path) !== undefined) throw new Error(`${path} is taken`);
    if (this.#at('folder', parentOf(path)) === undefined) throw new Error(`no folder above ${path}`);
    const old = this.#items.get(id ?? '') ?? itemOf(`new ${keyOf({ kind, path })}`, kind, path, null);
    const isInItself = kind === 'folder' && path.startsWith(`${old.path}/`);
    if (isInItself) throw new Error(`${path} is in itself`);
    for (const item of this.#inside(old)) {
      this.#items.set(item.id, { ...item, path: path + item.path.slice(old.path.length) });
    }
    this.#items.set(old.id, { ...old, path });
  }

  #remove(id: string): void {
    const item = this.#items.get(id);
    if (item === undefined) return;
    for (const inside of this.#inside(item)) this.#items.delete(inside.id);
    this.#items.delete(id);
  }

  #inside({ kind, path }: ItemAt): ItemAt[] {
    const items = [...this.#items.values()];
    return kind === 'folder' ? items.filter((item) => item.path.startsWith(`${path}/`)) : [];
  }
}

const linesOf = (items: readonly ItemAt[]) =>
  items.map((item) => `${keyOf(item)} ${item.blobId ?? ''}`).toSorted();

it('SAFE-05 in place, the changes can be made in their order, and make any folder as it was', () => {
  fc.assert(
    fc.property(tree, tree, (past, present) => {
      const difference = differenceOf(past, present, { isInPlace: true });
      expect(linesOf(new Folder(present).make(difference))).toEqual(linesOf(past));
    }),
    { numRuns: 2_000 },
  );
});
