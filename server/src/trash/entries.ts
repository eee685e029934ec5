import type { Transaction } from 'kysely';
import { type Caller, Errors, mustHaveRecords } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { lockRecords } from '../tree/index.ts';
import { recordsOfItems, type TrashedItem, trashedItems } from './queries.ts';

/**
 * Locks the records of the items and returns the entries of the trash with these ids. Ids that are not in the trash are
 * skipped.
 * @returns by record
 * @throws E11 when an id belongs to a record that is closed to the caller (contract 10.2), E4 when none is in the trash
 */
export async function lockEntries(
  tx: Transaction<DB>,
  caller: Pick<Caller, 'records'>,
  ids: readonly string[],
): Promise<Map<string, TrashedItem[]>> {
  const recordIds = await recordsOfItems(tx, ids);
  await mustHaveRecords(caller, recordIds, tx);
  const [, items] = await Promise.all([lockRecords(tx, recordIds), trashedItems(tx, ids)]);
  if (items.length === 0) throw Errors.notFound();
  return Map.groupBy(items, (item) => item.recordId);
}
