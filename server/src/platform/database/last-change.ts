import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { queryRaw } from './raw-query.ts';
import type { DB } from './schema.ts';
import { withCommit } from './with-commit.ts';

/*
 * NODES-06: a person reads from the replica only what has their own last change. The account has the transaction of
 * this change; it is written only by servers with a replica.
 */

/** The databases that have a replica, and their transactions. */
const withReplica = new WeakSet<object>();

/** Makes changes through this database, or in this transaction, known to the reads of their people. */
export const noteChangesOf = (db: Kysely<DB>): void => void withReplica.add(db);

export const notesChanges = (db: Kysely<DB>): boolean => withReplica.has(db);

/** Concurrent changes of a person wait for each other here, so that the last one stored is the last one committed. */
const NOTE = 'update account set last_change_xid = pg_current_xact_id() where id = any($1::text[])';

/**
 * Notes, with the COMMIT, that people change something in a transaction. Does nothing without a replica.
 * @param personIds ids of accounts
 */
export function noteChangeWithCommit(tx: Transaction<DB>, personIds: readonly string[]): void {
  if (!notesChanges(tx) || personIds.length === 0) return;
  withCommit(tx, CompiledQuery.raw(NOTE, [sorted(personIds)]));
}

/** Notes that people have changed something. Does nothing without a replica. */
export async function noteChange(db: Kysely<DB>, personIds: readonly string[]): Promise<void> {
  if (notesChanges(db) && personIds.length > 0) await queryRaw(db, NOTE, [sorted(personIds)]);
}

const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted();
