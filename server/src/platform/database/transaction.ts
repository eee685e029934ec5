import { setTimeout as sleep } from 'node:timers/promises';
import type { IsolationLevel, Kysely, Transaction } from 'kysely';
import { type AfterCommit, followed } from './after-commit.ts';
import { isRetryable } from './errors.ts';
import { noteChangesOf, notesChanges } from './last-change.ts';
import { pipelined } from './pipelined-transaction.ts';
import type { DB } from './schema.ts';
import { collectStatements, handToConnection } from './with-commit.ts';

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 4;

/** The default is that of PostgreSQL, read committed. */
export interface TransactionOptions {
  readonly isolation?: IsolationLevel;
}

/**
 * Runs the work in one transaction, and again when PostgreSQL has rolled it back for a race or a deadlock (a few times,
 * after a growing random pause). So the work must change nothing outside of the database; work after a commit is passed
 * to `afterCommit`. Statements that the work runs in `Promise.all` are sent together (pipelined-transaction.ts).
 * A COMMIT without a reply has an unknown outcome: the transaction is stored or not. It is never repeated here, and
 * `afterCommit` does not run; the caller gets a 503 and repeats the call (SAFE-23, dialect.ts).
 * @throws the error of the work, after the rollback, also when the ROLLBACK fails
 * @throws DependencyUnavailable when the outcome of the COMMIT is unknown
 */
export async function runTransaction<T>(
  kysely: Kysely<DB>,
  work: (transaction: Transaction<DB>) => Promise<T>,
  { isolation }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let after: readonly AfterCommit[] = [];
    try {
      const transaction = kysely.transaction();
      const result = await (isolation ? transaction.setIsolationLevel(isolation) : transaction).execute(
        async (queued) => {
          const { tx, end } = await pipelined(queued);
          after = followed(tx);
          collectStatements(tx);
          if (notesChanges(kysely)) noteChangesOf(tx);
          try {
            const value = await work(tx);
            await handToConnection(tx);
            return value;
          } finally {
            end();
          }
        },
      );
      for (const follow of after) follow(kysely);
      return result;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
}
