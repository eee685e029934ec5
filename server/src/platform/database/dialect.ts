import {
  type DatabaseConnection,
  type Driver,
  isAbortedTransactionError,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
} from 'kysely';
import pg from 'pg';
import { DependencyUnavailable } from '../unavailable.ts';
import { databaseFailureOf } from './errors.ts';

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

class VaultDriver extends PostgresDriver {
  /** @throws DependencyUnavailable when the outcome of the transaction is unknown */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
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

/** Whether a failed COMMIT was rolled back: PostgreSQL then replies with an error. A lost connection tells nothing. */
function isKnownRollback(error: unknown): boolean {
  return (
    isAbortedTransactionError(error) ||
    (error instanceof pg.DatabaseError && databaseFailureOf(error) !== 'unreachable')
  );
}
