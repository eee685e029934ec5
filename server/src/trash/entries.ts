import type { Transaction } from 'kysely';
import { type Caller, Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { lockRecord } from '../tree/index.ts';
import { recordsOfItems, type TrashedItem, trashedItems } from './queries.ts';

/**
 * The entries of the trash that a caller names, with the locks of their records held until the transaction ends. What
 * is not in the trash is skipped.
 * @returns by record
 * @throws E11 when an id belongs to a record that is closed to the caller (contract 10.2), E4 when none is in the trash
 */
export async function lockEntries(
  tx: Transaction<DB>,
  caller: Pick<Caller, 'records'>,
  ids: readonly string[],
): Promise<Map<string, TrashedItem[]>> {
  const recordIds = await recordsOfItems(tx, ids);
  if (recordIds.some((recordId) => !caller.records.includes(recordId))) throw Errors.noAccess();
  // In one order for everybody, so that two who change several records cannot block each other.
  for (const recordId of recordIds.toSorted()) await lockRecord(tx, recordId);
  const items = await trashedItems(tx, ids);
  if (items.length === 0) throw Errors.notFound();
  return Map.groupBy(items, (item) => item.recordId);
}
