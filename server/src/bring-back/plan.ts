import { MAX_ITEMS_AT_ONCE } from '@vault/contract';
import type { Kysely } from 'kysely';
import { createHash } from 'node:crypto';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { joinPath, splitPath } from '../tree/index.ts';
import type { BringBackDeps } from './deps.ts';
import { type Difference, differenceOf } from './difference.ts';
import { mustBeKept } from './moments.ts';
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
  /**
   * the moment before the first change: bringing the target back to it, in place, undoes everything; null when the
   * target is made: moving it to the trash undoes everything
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
  const difference = differenceOf(past, present, { isInPlace: mode === 'in-place' });
  const undoAt = present.length === 0 ? null : now;
  return { recordId, path, at, mode, target, undoAt, ...difference };
}

/** A value that is the same for plans of the same changes only. */
export function planIdOf({ target, folders, moved, files, extra, lost }: BringBackPlan): string {
  const changes = [
    target,
    folders,
    moved.map(({ id, from, path }) => [id, from, path]),
    files.map(({ path, blobId, isNew }) => [path, blobId, isNew]),
    extra.map(({ id }) => id),
    lost,
  ];
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex');
}

/** @throws 400 when it has more items than one call may change */
async function wholeTree(db: Kysely<DB>, folder: FolderAt): Promise<ItemAt[]> {
  const items = await treeAt(db, folder, { isShallow: false, limit: MAX_ITEMS_AT_ONCE + 1 });
  if (items.length > MAX_ITEMS_AT_ONCE) throw Errors.tooManyItems();
  return items;
}

/** The path of the new folder: beside the former one, or in the root when the folder above it no longer exists. */
async function targetBeside(
  db: Kysely<DB>,
  { recordId, path, at }: Omit<WantedFolder, 'mode'>,
): Promise<string> {
  const names = splitPath(path);
  const above = names.slice(0, -1).join('/');
  const found = await treeAt(db, { recordId, path: above, at: null }, { isShallow: true, limit: 1 });
  const name = `${names.at(-1) ?? 'Record'} (as of ${at.toISOString().slice(0, 16).replace('T', ' ').replace(':', '-')} UTC)`;
  return joinPath(found.length > 0 ? above : '', name);
}
