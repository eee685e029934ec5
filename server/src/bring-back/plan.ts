import { MAX_ITEMS_AT_ONCE } from '@vault/contract';
import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { foldersByPath, joinPath, splitPath } from '../tree/index.ts';
import type { BringBackDeps } from './deps.ts';
import { type Difference, differenceOf } from './difference.ts';
import { mustBeKept } from './moments.ts';
import { trashedTrees } from './trashed-trees.queries.ts';
import { type FolderAt, type ItemAt, treeAt } from './tree-at.queries.ts';

/** `in-place`: the folder itself becomes as it was; `beside`: a new folder next to it. */
export type BringBackMode = 'in-place' | 'beside';

export interface WantedFolder {
  recordId: string;
  /** path of the folder at the moment; '' for the whole record */
  path: string;
  at: Date;
  mode: BringBackMode;
}

/** What bringing a folder back will do. */
export interface BringBackPlan extends WantedFolder, Difference {
  /** path of the folder that is made or changed */
  target: string;
  /** true: there is no folder at `path` now */
  isMissing: boolean;
  /**
   * the moment before the first change: bringing the target back to it, in place, undoes everything; null when the
   * target is made or restored: moving it to the trash undoes everything
   */
  undoAt: Date | null;
}

/**
 * SAFE-05: compares a folder as it was at a moment with the present one.
 * @throws 400 for a moment in the future, before the first one of which everything is kept, and for a folder with too
 *   many items; E4 when there was no such folder
 */
export async function planBringBack(
  deps: Pick<BringBackDeps, 'database' | 'settings'>,
  wanted: WantedFolder,
): Promise<BringBackPlan> {
  const { kysely } = deps.database;
  const { recordId, at, mode } = wanted;
  const path = splitPath(wanted.path).join('/');
  const { now } = await mustBeKept(deps, at);
  const past = await wholeTree(kysely, { recordId, path, at });
  if (past.length === 0) throw Errors.notFound();
  const target = mode === 'in-place' ? path : await targetBeside(kysely, { recordId, path, at });
  const present = await wholeTree(kysely, { recordId, path: target, at: null });
  const isInPlace = mode === 'in-place';
  const trashed = isInPlace ? await trashedOf(kysely, recordId, { past, present }) : [];
  const difference = differenceOf(past, { present, trashed }, { isInPlace });
  const undoAt = present.length === 0 ? null : now;
  const isMissing = !(await foldersByPath(kysely, recordId, [path])).has(path);
  return { recordId, path, at, mode, target, isMissing, undoAt, ...difference };
}

/** A value that is the same for plans of the same changes only. */
export function planIdOf({ target, folders, restored, moved, files, extra, lost }: BringBackPlan): string {
  const changes = [
    target,
    folders,
    restored.map(({ id, path }) => [id, path]),
    moved.map(({ id, from, path }) => [id, from, path]),
    files.map(({ path, blobId, isNew }) => [path, blobId, isNew]),
    extra.map(({ id }) => id),
    lost,
  ];
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex');
}

const LIMIT = MAX_ITEMS_AT_ONCE + 1;

/** @throws 400 when it has more items than one call may change */
async function wholeTree(db: Kysely<DB>, folder: FolderAt): Promise<ItemAt[]> {
  const items = await treeAt(db, folder, { isShallow: false, limit: LIMIT });
  if (items.length > MAX_ITEMS_AT_ONCE) throw Errors.tooManyItems();
  return items;
}

/**
 * Returns the entries of the trash that were in the folder at the moment.
 * @throws 400 when they have more items than one call may change
 */
async function trashedOf(
  db: Kysely<DB>,
  recordId: string,
  { past, present }: { past: readonly ItemAt[]; present: readonly ItemAt[] },
): Promise<ItemAt[][]> {
  const live = new Set(present.map(({ id }) => id));
  const ids = past.filter(({ id }) => !live.has(id)).map(({ id }) => id);
  const trees = await trashedTrees(db, recordId, { ids, limit: LIMIT });
  const count = trees.reduce((sum, { length }) => sum + length, 0);
  if (count > MAX_ITEMS_AT_ONCE) throw Errors.tooManyItems();
  return trees;
}

/** The path of the new folder: beside the former one, or in the root when the folder above it no longer exists. */
async function targetBeside(
  db: Kysely<DB>,
  { recordId, path, at }: Omit<WantedFolder, 'mode'>,
): Promise<string> {
  const names = splitPath(path);
  const above = names.slice(0, -1).join('/');
  const name = `${names.at(-1) ?? 'Record'} (as of ${at.toISOString().slice(0, 16).replace('T', ' ').replace(':', '-')} UTC)`;
  const found = await foldersByPath(db, recordId, [above]);
  return joinPath(found.has(above) ? above : '', name);
}
