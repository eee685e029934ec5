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

/** The items in the top folder of a tree that are not in another one, as entries of the trash. */
function trashEntries(items: readonly ItemAt[], live: readonly ItemAt[]): ItemAt[][] {
  const liveIds = new Set(live.map(({ id }) => id));
  const entries = items.filter(({ id, path }) => path !== '' && !path.includes('/') && !liveIds.has(id));
  return entries.map((entry) => {
    const inside =
      entry.kind === 'folder' ? items.filter(({ path }) => path.startsWith(`${entry.path}/`)) : [];
    const deleted = inside.filter((item) => !liveIds.has(item.id) && isBelowAll(item, inside, liveIds));
    return [entry, ...deleted].map((item) => ({ ...item, path: item.path.slice(entry.path.length + 1) }));
  });
}

/** Whether no folder above an item is live. */
const isBelowAll = (item: ItemAt, others: readonly ItemAt[], liveIds: ReadonlySet<string>): boolean =>
  !others.some(
    ({ id, kind, path }) => kind === 'folder' && liveIds.has(id) && item.path.startsWith(`${path}/`),
  );

/** A folder to which the changes of a plan are made, each of which must be possible. */
class Folder {
  readonly #items = new Map<string, ItemAt>();
  readonly #trashed = new Map<string, ItemAt[]>();

  constructor(items: readonly ItemAt[], trashed: readonly ItemAt[][]) {
    for (const item of items) this.#items.set(item.id, item);
    for (const entry of trashed) this.#trashed.set(entry[0]?.id ?? '', entry);
  }

  make(difference: Difference): ItemAt[] {
    const { restored, moved, folders, files, extra } = difference;
    const placed = [
      ...restored,
      ...moved,
      ...folders.map((path) => ({ id: null, kind: 'folder', path }) as const),
    ];
    const levels = Map.groupBy(
      placed.filter(({ kind }) => kind === 'folder'),
      ({ path }) => depthOf(path),
    );
    for (const depth of [...levels.keys()].toSorted((a, b) => a - b)) this.#placeAll(levels.get(depth) ?? []);
    this.#placeAll(placed.filter(({ kind }) => kind === 'file'));
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

  /** One transaction can place all of them, so their paths must be free before. */
  #placeAll(items: readonly { id: string | null; kind: Kind; path: string }[]): void {
    for (const item of items) {
      if (this.#at(item.kind, item.path) !== undefined) throw new Error(`${item.path} is taken`);
    }
    for (const { id, kind, path } of items) this.#place(kind, id, path);
  }

  /** @param id null: a new item */
  #place(kind: Kind, id: string | null, path: string): void {
    if (this.#at(kind, path) !== undefined) throw new Error(`${path} is taken`);
    if (this.#at('folder', parentOf(path)) === undefined) throw new Error(`no folder above ${path}`);
    const entry = this.#trashed.get(id ?? '');
    if (entry !== undefined) {
      this.#trashed.delete(id ?? '');
      for (const item of entry) {
        this.#items.set(item.id, { ...item, path: item.path === '' ? path : `${path}/${item.path}` });
      }
      return;
    }
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
    fc.property(tree, tree, tree, (past, present, deleted) => {
      const trashed = trashEntries(deleted, present);
      const difference = differenceOf(past, { present, trashed }, { isInPlace: true });
      expect(linesOf(new Folder(present, trashed).make(difference))).toEqual(linesOf(past));
    }),
    { numRuns: 2_000 },
  );
});
