import type { Kysely, Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { storedBytesOf } from './record-size.queries.ts';

/** Who reads the refusal. */
export type RecordFiller = 'person' | 'visitor';

/**
 * GUARD-24: checks that a record has room for bytes before they are received.
 * @param maxBytes the size of a record; 0: no limit
 * @throws 507 when it has not
 */
export async function mustFitRecord(
  db: Kysely<DB>,
  recordId: string,
  { maxBytes, addedBytes, by }: { maxBytes: number; addedBytes: number; by: RecordFiller },
): Promise<void> {
  if (maxBytes === 0 || (await storedBytesOf(db, recordId)) + addedBytes <= maxBytes) return;
  throw Errors.recordFull(by);
}

/**
 * GUARD-24: runs work that may add versions to a record, and refuses it when the record is over its size afterwards and
 * has grown. All calls that add bytes use this. The caller holds the record lock.
 * @throws 507, so that the transaction is rolled back
 */
export async function withinRecordSize<T>(
  tx: Transaction<DB>,
  { recordId, maxBytes, by }: { recordId: string; maxBytes: number; by: RecordFiller },
  work: () => Promise<T>,
): Promise<T> {
  if (maxBytes === 0) return work();
  const [before, result] = await Promise.all([storedBytesOf(tx, recordId), work()]);
  const after = await storedBytesOf(tx, recordId);
  if (after > maxBytes && after > before) throw Errors.recordFull(by);
  return result;
}
