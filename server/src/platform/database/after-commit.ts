import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** What is to be done when a transaction has been committed. @param kysely the database, outside of the transaction */
export type AfterCommit = (kysely: Kysely<DB>) => void;

const waiting = new WeakMap<object, AfterCommit[]>();

/**
 * Has something done once the transaction is committed, and never when it is undone. A transaction that is done again
 * (see transaction.ts) has it done for the try that succeeds, and not for the others.
 * @param work quick, and never throws: what it tells about has happened
 * @throws when `tx` is not a transaction of `Database.transaction`
 */
export function afterCommit(tx: Transaction<DB>, work: AfterCommit): void {
  const works = waiting.get(tx);
  if (works === undefined) throw new Error('Only a transaction of the database can be followed by something');
  works.push(work);
}

/** Makes a transaction one that `afterCommit` knows. @returns what it is to be followed by, in order */
export function followed(tx: Transaction<DB>): readonly AfterCommit[] {
  const works: AfterCommit[] = [];
  waiting.set(tx, works);
  return works;
}
