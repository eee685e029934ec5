import { type DatabaseConnection, DummyDriver, PostgresDialect, Transaction } from 'kysely';
import { isBehindFailure } from './errors.ts';
import type { DB } from './schema.ts';

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('a transaction opens nothing')) });
/** Parts of Kysely that a transaction never uses, because it has its connection. */
const UNUSED = { config: { dialect }, dialect, driver: new DummyDriver() };

/** A transaction, and the end of its work. */
export interface PipelinedTransaction {
  tx: Transaction<DB>;
  /** After it no statement is sent: the connection is about to serve another transaction. */
  end: () => void;
}

/**
 * Returns the same transaction without Kysely's queue, which sends a statement only after the reply to the previous
 * one. pg sends each statement at once, in the order of the calls, so statements that do not need each other's rows
 * cost one round trip together when they run in `Promise.all` (docs/decisions/round-trips.md). When one of them fails,
 * those behind it fail with its error: `Promise.all` passes on the error that arrives first, which can be any of them.
 */
export async function pipelined(queued: Transaction<DB>): Promise<PipelinedTransaction> {
  const executor = queued.getExecutor();
  const connection = await executor.provideConnection(async (own): Promise<DatabaseConnection> => own);
  let isEnded = false;
  let firstFailure: { error: unknown } | null = null;
  const provider = {
    async provideConnection<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
      if (isEnded) throw new Error('The work of the transaction has ended');
      try {
        return await work(connection);
      } catch (error) {
        firstFailure ??= { error };
        throw isBehindFailure(error) ? firstFailure.error : error;
      }
    },
  };
  const tx = new Transaction<DB>({ ...UNUSED, executor: executor.withConnectionProvider(provider) });
  const end = () => {
    isEnded = true;
  };
  return { tx, end };
}
