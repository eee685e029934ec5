import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { inject } from 'vitest';
import type { Database } from '../platform/database/index.ts';
import type { Target } from '../platform/database/target.ts';
import { runOnServer } from './run-on-server.ts';
import { named, openCopy } from './test-server.ts';

/** The database of one test file, migrated and empty. */
export type TestDatabase = Database & {
  readonly databaseName: string;
  readonly target: Target;
  /** The address of the database in the form of DATABASE_URL, for a server process of a test. */
  readonly url: string;
  /** Ends all connections and drops the database. */
  readonly drop: () => Promise<void>;
};

/**
 * Copies the run's migrated database, which takes some 40 ms. Call it in `beforeAll`, and `drop` in `afterAll`.
 * Only for tests of the `server` project, whose global setup starts PostgreSQL.
 */
export async function createTestDatabase(log = pino({ level: 'silent' })): Promise<TestDatabase> {
  const server = inject('testDatabase');
  const name = `${server.template}_${randomBytes(6).toString('hex')}`;
  await runOnServer(server.target, `create database ${name} template ${server.template}`);
  const target = named(server.target, name);
  const database = openCopy(target, log);
  const drop = async () => {
    await database.close();
    await runOnServer(server.target, `drop database if exists ${name} with (force)`);
  };
  return { ...database, databaseName: name, target, url: addressOf(target), drop };
}

function addressOf(target: Target): string {
  if ('connectionString' in target) return target.connectionString;
  const { host, port, user, database } = target;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** An empty database without tables, for tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{
  target: Target;
  url: string;
  drop: () => Promise<void>;
}> {
  const { target, template } = inject('testDatabase');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runOnServer(target, `create database ${name} template template0`);
  return {
    target: named(target, name),
    url: addressOf(named(target, name)),
    drop: () => runOnServer(target, `drop database if exists ${name} with (force)`),
  };
}
