import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/**
 * Work that runs after a transaction has committed.
 * @param kysely the database, outside of the transaction
 */
export type AfterCommit = (kysely: Kysely<DB>) => void;

const waiting = new WeakMap<object, AfterCommit[]>();

/**
 * Runs the work after the transaction has committed, and never when it is rolled back. A transaction that is retried
 * (see transaction.ts) runs it for the successful attempt only.
 * @param work quick, and never throws
 * @throws when `tx` is not a transaction of `Database.transaction`
 */
export function afterCommit(tx: Transaction<DB>, work: AfterCommit): void {
  const works = waiting.get(tx);
  if (works === undefined) throw new Error('afterCommit requires a transaction from Database.transaction');
  works.push(work);
}

/**
 * Registers a transaction for `afterCommit`.
 * @returns the work to run after it, in order
 */
export function followed(tx: Transaction<DB>): readonly AfterCommit[] {
  const works: AfterCommit[] = [];
  waiting.set(tx, works);
  return works;
}
