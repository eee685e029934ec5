import type { Kysely } from 'kysely';
import { type Caller, Errors, mustHaveRecords } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { readAncestry } from './ancestry.ts';
import { type Folder, joinPath } from './folder.ts';
import { type ItemRow, itemsAndAncestors, itemsById, itemsOfRecord } from './live-items.queries.ts';

/** A live file or folder with its parent and path. */
export interface LiveItem extends ItemRow {
  /** the folder that contains it; null for the root */
  parent: Folder | null;
  /** the complete path, also of a file (the `folderPath` of an Item is different, D-07) */
  path: string;
}

/**
 * Returns the live files and folders of one record with these ids: neither they nor an ancestor is in the trash.
 * @returns by id, in the given order; unknown ids and ids of other records are left out (contract 10.2: for an open
 * record they are 'not found')
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
 * Returns those of the ids whose item in one record is live, as `liveItemsOfRecord`, in one statement and without
 * places: for checks that are made again and again.
 * @param below only these items and what is in them; everything in the record when absent
 */
export async function liveIdsOfRecord(
  db: Kysely<DB>,
  recordId: string,
  { ids, below }: { ids: readonly string[]; below?: readonly string[] },
): Promise<Set<string>> {
  const wanted = [...new Set(ids)];
  const items = await itemsAndAncestors(db, recordId, wanted);
  const parentOf = new Map(items.map(({ id, parentId }) => [id, parentId]));
  const tops = new Set(below);
  const isLive = (id: string): boolean => {
    let isBelow = below === undefined;
    let at: string | null | undefined = id;
    while (typeof at === 'string') {
      isBelow ||= tops.has(at);
      at = parentOf.get(at);
    }
    // Above the root is null; undefined is an item in the trash, or an unknown one.
    return at === null && isBelow;
  };
  return new Set(wanted.filter(isLive));
}

/**
 * Returns the live items with these ids from the caller's records.
 * @returns by id; unknown and trashed ones are left out
 * @throws E11 when one of the ids, live or not, belongs to a record that is closed to the caller (contract 10.2)
 */
export async function liveItemsOfCaller(
  db: Kysely<DB>,
  caller: Pick<Caller, 'records'>,
  ids: readonly string[],
): Promise<Map<string, LiveItem>> {
  const rows = await itemsById(db, [...new Set(ids)]);
  await mustHaveRecords(
    caller,
    rows.map((row) => row.recordId),
    db,
  );
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
 * Returns the live item with this id from the caller's records.
 * @param kind required kind
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
