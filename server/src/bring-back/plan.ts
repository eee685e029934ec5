import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { joinPath, splitPath } from '../tree/index.ts';
import type { BringBackDeps } from './deps.ts';
import { type Difference, differenceOf } from './difference.ts';
import { readKeptTimes } from './kept-since.queries.ts';
import { treeAt } from './tree-at.queries.ts';

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
  /** the moment before the first change: bringing the folder back to it undoes everything */
  undoAt: Date;
}

/**
 * SAFE-05: compares a folder as it was at a moment with the present one.
 * @throws 400 for a moment in the future, or before the first one of which everything is kept; E4 when there was no such folder
 */
export async function planBringBack(
  { database: { kysely }, settings }: Pick<BringBackDeps, 'database' | 'settings'>,
  wanted: WantedFolder,
): Promise<BringBackPlan> {
  const { recordId, at, mode } = wanted;
  const path = splitPath(wanted.path).join('/');
  const { now, since } = await readKeptTimes(kysely, settings.keepDays);
  if (at > now) throw Errors.momentInFuture();
  if (at < since) throw Errors.momentNotKept();
  const past = await treeAt(kysely, { recordId, path }, at);
  if (past.length === 0) throw Errors.notFound();
  const target = mode === 'in-place' ? path : await targetBeside(kysely, { recordId, path, at });
  const present = await treeAt(kysely, { recordId, path: target }, null);
  const difference = differenceOf(past, present);
  const extra = mode === 'in-place' ? difference.extra : [];
  return { recordId, path, at, mode, target, undoAt: now, ...difference, extra };
}

/** The path of the new folder: beside the former one, or in the root when the folder above it no longer exists. */
async function targetBeside(
  db: Kysely<DB>,
  { recordId, path, at }: Omit<WantedFolder, 'mode'>,
): Promise<string> {
  const names = splitPath(path);
  const above = names.slice(0, -1).join('/');
  const hasAbove = (await treeAt(db, { recordId, path: above }, null)).length > 0;
  const name = `${names.at(-1) ?? 'Record'} (as of ${at.toISOString().slice(0, 16).replace('T', ' ').replace(':', '-')} UTC)`;
  return joinPath(hasAbove ? above : '', name);
}
