import {
  type DatabaseConnection,
  type Driver,
  isAbortedTransactionError,
  PostgresDialect,
  PostgresDriver,
  type PostgresDialectConfig,
} from 'kysely';
import pg from 'pg';
import { PartUnavailable } from '../unavailable.ts';
import { databaseFailureOf } from './errors.ts';

/** Kysely's PostgreSQL with the vault's rules for transactions that fail (SAFE-23; docs/decisions/outages.md). */
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
  /** @throws PartUnavailable when it is unknown whether the transaction is stored */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.commitTransaction(connection);
    } catch (error) {
      if (isKnownRollback(error)) throw error;
      const message = 'The answer to COMMIT was lost; the transaction may be stored or not';
      throw new PartUnavailable('database', message, { cause: error });
    }
  }

  /** A rollback that fails discards its connection. The failure before it is the one that is thrown. */
  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** Kysely does not export its connection type. */
type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** PostgreSQL answers COMMIT with an error when the transaction is undone; what ends the connection leaves it open. */
function isKnownRollback(error: unknown): boolean {
  return (
    isAbortedTransactionError(error) ||
    (error instanceof pg.DatabaseError && databaseFailureOf(error) !== 'unreachable')
  );
}
