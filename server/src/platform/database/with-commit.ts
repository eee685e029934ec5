import type { CompiledQuery, Transaction } from 'kysely';
import type { DB } from './schema.ts';

/** Statements by the transaction that sends them, then by its connection. */
const waiting = new WeakMap<object, CompiledQuery[]>();

/**
 * Sends a statement together with the transaction's COMMIT, so that it costs no round trip. It is the last statement of
 * the transaction: nothing in it can read what the statement writes. When it fails, the transaction is rolled back and
 * fails with its error. A transaction that is rolled back or retried never sends it.
 * @throws when `tx` is not a transaction of `Database.transaction`
 */
export function withCommit(tx: Transaction<DB>, statement: CompiledQuery): void {
  const statements = waiting.get(tx);
  if (statements === undefined)
    throw new Error('withCommit requires a transaction from Database.transaction');
  statements.push(statement);
}

/** Registers a transaction for `withCommit`. */
export function collectStatements(tx: Transaction<DB>): void {
  waiting.set(tx, []);
}

/** Gives the statements of a transaction, whose work has ended, to its connection for the COMMIT. */
export async function handToConnection(tx: Transaction<DB>): Promise<void> {
  const statements = waiting.get(tx) ?? [];
  waiting.delete(tx);
  if (statements.length === 0) return;
  await tx.getExecutor().provideConnection(async (connection) => {
    waiting.set(connection, statements);
  });
}

/** Returns the statements that a connection sends with its COMMIT, once. */
export function takeStatements(connection: object): readonly CompiledQuery[] {
  const statements = waiting.get(connection) ?? [];
  waiting.delete(connection);
  return statements;
}
