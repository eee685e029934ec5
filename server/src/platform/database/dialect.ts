import {
  type DatabaseConnection,
  type Driver,
  isAbortedTransactionError,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { DependencyUnavailable } from '../unavailable.ts';
import { databaseFailureOf } from './errors.ts';
import { takeStatements } from './with-commit.ts';

/** Kysely's PostgreSQL dialect with the vault's rules for failed transactions (SAFE-23; docs/decisions/outages.md). */
export class VaultDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new VaultDriver(this.#config);
  }
}

/** The BEGIN of the transaction of a connection. */
const beginning = new WeakMap<DatabaseConnection, Promise<void>>();

class VaultDriver extends PostgresDriver {
  /**
   * Sends BEGIN and does not wait for its reply, so it is sent together with the first statement. It fails only when
   * the connection is lost, and then the statement fails too.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    const begun = super.beginTransaction(connection, settings);
    begun.catch(() => undefined);
    beginning.set(connection, begun);
  }

  /**
   * Commits, and sends the statements of `withCommit` immediately before, without waiting for their replies.
   * @throws DependencyUnavailable when the outcome of the transaction is unknown
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      // pg sends the statements in this order; a failed one turns the COMMIT into a rollback.
      const sent = takeStatements(connection).map((statement) => connection.executeQuery(statement));
      const outcomes = await Promise.allSettled([
        beginning.get(connection),
        ...sent,
        super.commitTransaction(connection),
      ]);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    } catch (error) {
      if (isKnownRollback(error)) throw error;
      const message = 'The answer to COMMIT was lost; the transaction may be stored or not';
      throw new DependencyUnavailable('database', message, { cause: error });
    }
  }

  /** A rollback that fails discards its connection. The original error is thrown. */
  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** Kysely does not export its connection type. */
type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/**
 * Whether a failed COMMIT was rolled back: PostgreSQL then replies with an error. After a lost connection, the outcome
 * is unknown.
 */
function isKnownRollback(error: unknown): boolean {
  return (
    isAbortedTransactionError(error) ||
    (error instanceof pg.DatabaseError && databaseFailureOf(error) !== 'unreachable')
  );
}
