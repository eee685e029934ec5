import type { Kysely } from 'kysely';
import { type Caller, Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { readAncestry } from './ancestry.ts';
import { type Folder, joinPath } from './folder.ts';
import { type ItemRow, itemsById, itemsOfRecord } from './live-items.queries.ts';

/** A live file or folder, with the place where it lies. */
export interface LiveItem extends ItemRow {
  /** the folder that holds it; null for the root */
  parent: Folder | null;
  /** its own full path, also for files (an Item's `folderPath` is another thing, D-07) */
  path: string;
}

/**
 * The live files and folders of one record with these ids: neither they nor a folder above them is in the trash.
 * @returns by id, in the order given; unknown ids and those of other records are left out (contract 10.2: beside an
 * open record they are 'not found')
 */
export async function liveItemsOfRecord(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<Map<string, LiveItem>> {
  const distinct = [...new Set(ids)];
  const live = await withPlaces(db, recordId, await itemsOfRecord(db, recordId, distinct));
  return new Map(
    distinct.flatMap((id) => {
      const item = live.get(id);
      return item === undefined ? [] : [[id, item] as const];
    }),
  );
}

/**
 * The live items that a caller names by ids alone, from any of the caller's records.
 * @returns by id; unknown and trashed ones are left out
 * @throws E11 when any of the ids, live or not, belongs to a record that is closed to the caller (contract 10.2)
 */
export async function liveItemsOfCaller(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  ids: readonly string[],
): Promise<Map<string, LiveItem>> {
  const rows = await itemsById(db, [...new Set(ids)]);
  const open = new Set(caller.records);
  if (rows.some((row) => !open.has(row.recordId))) throw Errors.noAccess();
  const byRecord = Map.groupBy(
    rows.filter((row) => !row.trashed),
    (row) => row.recordId,
  );
  const found = new Map<string, LiveItem>();
  for (const [recordId, items] of byRecord) {
    for (const [id, item] of await withPlaces(db, recordId, items)) found.set(id, item);
  }
  return found;
}

/**
 * The one live item that a caller names by its id alone.
 * @param kind what it must be
 * @throws E11 when it belongs to a record that is closed to the caller, E4 when there is no such live item
 */
export async function mustFindItem(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  { id, kind }: { id: string; kind?: LiveItem['kind'] },
): Promise<LiveItem> {
  const item = (await liveItemsOfCaller(db, caller, [id])).get(id);
  if (item === undefined || (kind !== undefined && item.kind !== kind)) throw Errors.notFound();
  return item;
}

async function withPlaces(
  db: Kysely<DB>,
  recordId: string,
  rows: readonly ItemRow[],
): Promise<Map<string, LiveItem>> {
  const parents = rows.flatMap((row) => (row.parentId === null ? [] : [row.parentId]));
  const ancestry = await readAncestry(db, recordId, parents);
  const found = new Map<string, LiveItem>();
  for (const row of rows) {
    const parent = row.parentId === null ? null : ancestry.liveFolder(row.parentId);
    if (row.parentId === null) found.set(row.id, { ...row, parent, path: '' });
    else if (parent !== null) found.set(row.id, { ...row, parent, path: joinPath(parent.path, row.name) });
  }
  return found;
}
