import type { Kysely } from 'kysely';
import { type Caller, Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import {
  foldersByPath,
  type LiveItem,
  liveItemsOfCaller,
  liveItemsOfRecord,
  splitPath,
} from '../tree/index.ts';

/** Items of one record: files and folders by id, folders also by path (T-39). */
export interface Selection {
  recordId: string;
  ids: readonly string[];
  paths: readonly string[];
}

/** A selected item; never the root. */
export interface SelectedItem extends LiveItem {
  parentId: string;
  parent: NonNullable<LiveItem['parent']>;
}

/** @throws P16 for an empty selection and for one that names the root by its path (contract 10.3) */
export function mustSelectSomething({ ids, paths }: Pick<Selection, 'ids' | 'paths'>): void {
  if ((ids.length === 0 && paths.length === 0) || paths.includes('')) throw Errors.invalidRequest();
}

/**
 * Returns the items of a selection, without duplicates, in the order given, ids before paths.
 * @throws P16 as `mustSelectSomething` and for the root by its id, E4 when an item is not live in the record
 */
export async function selectedItems(db: Kysely<DB>, selection: Selection): Promise<SelectedItem[]> {
  const { items, isComplete } = await findItems(db, selection);
  if (!isComplete) throw Errors.notFound();
  return items.map(mustHaveParent);
}

/**
 * Returns the same as `selectedItems`, but without items that are not live in the record.
 * @throws P16 as `selectedItems`
 */
export async function liveSelectedItems(db: Kysely<DB>, selection: Selection): Promise<SelectedItem[]> {
  const { items } = await findItems(db, selection);
  return items.map(mustHaveParent);
}

/**
 * Returns the live items with these ids, from any of the caller's records; other ids are left out.
 * @throws E11 when an id belongs to a record that is closed to the caller, P16 for a root
 */
export async function selectedItemsOfCaller(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  ids: readonly string[],
): Promise<SelectedItem[]> {
  const live = await liveItemsOfCaller(db, caller, ids);
  return [...live.values()].map(mustHaveParent);
}

/**
 * Returns files by id, without duplicates, in the order given.
 * @throws E4 when one of the ids is not that of a live file of the record
 */
export async function selectedFiles(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<SelectedItem[]> {
  const live = await liveItemsOfRecord(db, recordId, ids);
  const files = [...live.values()].filter(({ kind }) => kind === 'file');
  if (files.length < new Set(ids).size) throw Errors.notFound();
  return files.map(mustHaveParent);
}

async function findItems(db: Kysely<DB>, selection: Selection) {
  mustSelectSomething(selection);
  const { recordId, ids, paths } = selection;
  const folders = paths.length === 0 ? null : await foldersByPath(db, recordId, paths);
  const pathIds = paths.map((path) => folders?.get(path)?.id);
  const live = await liveItemsOfRecord(db, recordId, [...ids, ...pathIds.filter((id) => id !== undefined)]);
  const isComplete = !pathIds.includes(undefined) && ids.every((id) => live.has(id));
  return { items: [...live.values()], isComplete };
}

function mustHaveParent(item: LiveItem): SelectedItem {
  const { parent, parentId } = item;
  if (parent === null || parentId === null) throw Errors.invalidRequest();
  return { ...item, parent, parentId };
}

/** Removes the items below another selected folder, because a folder includes everything below it. */
export function topmost<Item extends Pick<LiveItem, 'kind' | 'path'>>(items: readonly Item[]): Item[] {
  const folderPaths = new Set(items.filter(({ kind }) => kind === 'folder').map(({ path }) => path));
  return items.filter(({ path }) => !ancestorPaths(path).some((above) => folderPaths.has(above)));
}

/** 'A' and 'A/B' for 'A/B/c.txt'. */
function ancestorPaths(path: string): string[] {
  const parts = splitPath(path);
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
