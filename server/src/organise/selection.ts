import type { Kysely } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { foldersByPath, type LiveItem, liveItemsOfRecord, splitPath } from '../tree/index.ts';

/** Items of one record: files (and folders) by id, folders by path (T-39). */
export interface Selection {
  recordId: string;
  ids: readonly string[];
  paths: readonly string[];
}

/** A selected item: everything but the root. */
export interface SelectedItem extends LiveItem {
  parentId: string;
  parent: NonNullable<LiveItem['parent']>;
}

/** @throws P16 for an empty selection and for one that names the root by its path (contract 10.3) */
export function mustSelectSomething({ ids, paths }: Pick<Selection, 'ids' | 'paths'>): void {
  if ((ids.length === 0 && paths.length === 0) || paths.includes('')) throw Errors.invalidRequest();
}

/**
 * All that is selected, each item once, in the order given, ids before paths.
 * @throws P16 as `mustSelectSomething` and for the root by its id, E4 when any of it is not live in the record
 */
export async function selectedItems(db: Kysely<DB>, selection: Selection): Promise<SelectedItem[]> {
  mustSelectSomething(selection);
  const { recordId, ids, paths } = selection;
  const folders = paths.length === 0 ? null : await foldersByPath(db, recordId, paths);
  const pathIds = paths.map((path) => folders?.get(path)?.id);
  const live = await liveItemsOfRecord(db, recordId, [...ids, ...pathIds.filter((id) => id !== undefined)]);
  if (pathIds.includes(undefined) || ids.some((id) => !live.has(id))) throw Errors.notFound();
  return [...live.values()].map(mustHaveParent);
}

function mustHaveParent(item: LiveItem): SelectedItem {
  const { parent, parentId } = item;
  if (parent === null || parentId === null) throw Errors.invalidRequest();
  return { ...item, parent, parentId };
}

/** Without the items that lie below another selected folder: that folder carries them along. */
export function topmost<Item extends Pick<LiveItem, 'kind' | 'path'>>(items: readonly Item[]): Item[] {
  const folderPaths = new Set(items.filter(({ kind }) => kind === 'folder').map(({ path }) => path));
  return items.filter(({ path }) => !ancestorPaths(path).some((above) => folderPaths.has(above)));
}

/** 'A' and 'A/B' for 'A/B/c.txt'. */
function ancestorPaths(path: string): string[] {
  const parts = splitPath(path);
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
