import type { NameCharacters } from '@vault/contract';
import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type SelectedItem, selectedItems, type Selection, topmost } from '../selection/index.ts';
import { type Folder, isAtOrBelow, joinPath, resolveFolder } from '../tree/index.ts';
import { mustHaveValidName } from './valid-name.ts';
import type { Placement, TargetFolder } from './merge-rules.ts';
import type { PlanRequest } from './planner.ts';

export type Action = 'move' | 'copy';

/** The items that a caller wants to move or copy, and the target. */
export interface Relocation {
  selection: Selection;
  /** path of the target folder (D-09) */
  path: string;
}

/** The checked items and target of a relocation. */
export interface Resolved {
  /** without items below another selected folder */
  items: SelectedItem[];
  target: Folder;
}

/**
 * Reads the selection and the target, and checks that the relocation is allowed. Changes nothing.
 * @throws P16 for an empty selection and for the root, E4 when any selected item or the target is not live, E2 when a
 * name has characters that are no longer allowed (NAME-06), E5 when the target already contains a selected item, E6
 * when the target is a selected folder or is below one
 */
export async function resolveRelocation(
  db: Kysely<DB>,
  { selection, path }: Relocation,
  { action, characters }: { action: Action; characters: NameCharacters },
): Promise<Resolved> {
  const items = await selectedItems(db, selection);
  const target = await resolveFolder(db, selection.recordId, path);
  for (const item of items) mustHaveValidName(item, characters);
  if (items.some(({ parentId }) => parentId === target.id)) throw Errors.sameFolder();
  if (items.some((item) => isAtOrBelow(target, item))) {
    throw Errors.intoSubfolder(action);
  }
  return { items: topmost(items), target };
}

export const targetFolderOf = ({ id, path }: Pick<Folder, 'id' | 'path'>): TargetFolder => ({
  id,
  isNew: false,
  path,
});

/** Converts the items to placements in the target folder under their present names, for the planner. */
export function requestOf({ items, target }: Resolved, action: Action): PlanRequest {
  const into = targetFolderOf(target);
  return {
    placements: items.map((item): Placement => ({ item, name: item.name, into })),
    leaving: new Set(action === 'move' ? items.map(({ id }) => id) : []),
  };
}

/** The moved folders with their new paths, for the check of the limits of paths. */
export const movedFoldersOf = ({ items, target }: Resolved) =>
  items
    .filter(({ kind }) => kind === 'folder')
    .map(({ id, name, path }) => ({ id, path, newPath: joinPath(target.path, name) }));
