import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import { moveInside } from '../organise/index.ts';
import type { DB } from '../platform/database/index.ts';
import { topmost } from '../selection/index.ts';
import { restoreInside } from '../trash/index.ts';
import { type Authorship, ensureFolders, type Folder, resolveFolder, splitPath } from '../tree/index.ts';
import { inBatches } from './batches.ts';
import type { BringBackDeps } from './deps.ts';
import type { MovedItem } from './difference.ts';
import { folderOf, nameOf } from './item-path.ts';
import type { BringBackPlan } from './plan.ts';

/** The attributes of new files and folders: those of an upload. */
export const ATTRIBUTES = { shareToClient: true, category: 'Other', asOfDate: null };

type Target = Pick<BringBackPlan, 'recordId' | 'target'>;

/** The path of an item of the plan from the root of the record. */
export const pathInRecord = ({ target }: Pick<Target, 'target'>, path: string): string =>
  [...splitPath(target), ...splitPath(path)].join('/');

/** Restores, moves back and makes folders, level by level, because each of them is in a folder of the level above. */
export async function placeFolders(
  deps: BringBackDeps,
  plan: BringBackPlan,
  change: () => Authorship,
): Promise<void> {
  const restored = byDepth(plan.restored.filter(isFolder), ({ path }) => path);
  const moved = byDepth(plan.moved.filter(isFolder), ({ path }) => path);
  // Others can have deleted the folder itself since the plan.
  const missing = byDepth([...new Set(['', ...plan.folders])], (path) => path);
  const levels = new Set([restored, moved, missing].flatMap((folders) => [...folders.keys()]));
  for (const depth of [...levels].toSorted((a, b) => a - b)) {
    await inBatches(deps, plan, restored.get(depth) ?? [], (tx, items) =>
      restoreBack(tx, plan, { items, change: change() }),
    );
    const here = moved.get(depth) ?? [];
    const outermost = idsOfTopmost(here);
    const apart = here.filter(({ id }) => outermost.has(id));
    await inBatches(deps, plan, apart, (tx, items) => moveBack(tx, plan, { items, change: change() }));
    // One after the other, because one call cannot move a folder and what is in it.
    const nested = here.filter(({ id }) => !outermost.has(id));
    await inBatches(deps, plan, nested, async (tx, items) => {
      for (const item of items) await moveBack(tx, plan, { items: [item], change: change() });
    });
    await inBatches(deps, plan, missing.get(depth) ?? [], async (tx, paths) => {
      await foldersOf(tx, plan.recordId, {
        paths: paths.map((path) => pathInRecord(plan, path)),
        change: change(),
      });
    });
  }
}

const isFolder = ({ kind }: { kind: MovedItem['kind'] }): boolean => kind === 'folder';

const idsOfTopmost = (moved: readonly MovedItem[]): Set<string> =>
  new Set(topmost(moved.map(({ id, kind, from }) => ({ id, kind, path: from }))).map(({ id }) => id));

const byDepth = <T>(items: readonly T[], pathOf: (item: T) => string): Map<number, T[]> =>
  Map.groupBy(items, (item) => splitPath(pathOf(item)).length);

/** Makes missing folders of a record. @param paths from its root @returns a folder by its path */
export async function foldersOf(
  tx: Transaction<DB>,
  recordId: string,
  { paths, change }: { paths: readonly string[]; change: Authorship },
): Promise<(path: string) => Pick<Folder, 'id' | 'path'>> {
  const root = await resolveFolder(tx, recordId, '');
  const ids = await ensureFolders(tx, {
    parent: root,
    paths,
    change,
    attributes: ATTRIBUTES,
    isRestore: true,
  });
  return (path) => {
    const id = ids.get(path);
    if (id === undefined) throw new Error(`the folder ${path} was not made`);
    return { id, path };
  };
}

interface ItemsToPlace {
  items: readonly { id: string; path: string }[];
  change: Authorship;
}

/** @throws 409 when an item is gone since the plan, or its former path is taken */
export const moveBack = (tx: Transaction<DB>, plan: Target, work: ItemsToPlace): Promise<void> =>
  placeBack(tx, plan, { ...work, place: moveInside });

/** @throws 409 when an item is no longer in the trash since the plan, or its former path is taken */
export const restoreBack = (tx: Transaction<DB>, plan: Target, work: ItemsToPlace): Promise<void> =>
  placeBack(tx, plan, { ...work, place: restoreInside });

async function placeBack(
  tx: Transaction<DB>,
  plan: Target,
  { items, change, place }: ItemsToPlace & { place: typeof moveInside | typeof restoreInside },
): Promise<void> {
  const placements = await placesOf(tx, plan, { items, change });
  const placed = await place(tx, plan.recordId, { items: placements, change });
  if (placed.size < items.length) throw Errors.planChanged();
}

async function placesOf(tx: Transaction<DB>, plan: Target, { items, change }: ItemsToPlace) {
  const wanted = items.map(({ id, path }) => ({ id, path: pathInRecord(plan, path) }));
  const paths = wanted.map(({ path }) => folderOf(path));
  const folderBy = await foldersOf(tx, plan.recordId, { paths, change });
  return wanted.map(({ id, path }) => ({ id, name: nameOf(path), into: folderBy(folderOf(path)) }));
}
