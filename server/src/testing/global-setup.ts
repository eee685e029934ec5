import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import type { Target } from '../platform/database/target.ts';
import { offerS3Server } from './s3-on-demand.ts';
import { stopWithParent } from './stop-with-parent.ts';
import { prepareDatabase, startThrowaway } from './test-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server of this test run and the migrated database that is copied for every test file. */
    testDatabase: { readonly target: Target; readonly template: string };
    /** Starts the S3 server of this test run at the first request, and answers with its address. */
    testS3Url: string;
  }
}

const log = pino({ level: 'warn' });

/**
 * Starts one PostgreSQL for the whole run, with one migrated database to copy from. `TEST_DATABASE_URL` names an
 * external server instead, whose user can create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const template = `vault_template_${randomBytes(4).toString('hex')}`;
  try {
    await prepareDatabase(server.target, template, log);
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('testDatabase', { target: server.target, template });
  const s3 = await offerS3Server();
  project.provide('testS3Url', s3.url);
  return async () => {
    await s3.stop();
    await dropLike(server.target, template);
    await server.stop();
  };
}

interface Server {
  target: Target;
  stop: () => Promise<void>;
}

async function startServer(): Promise<Server> {
  const external = process.env['TEST_DATABASE_URL'];
  if (external) return { target: { connectionString: external }, stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'vault-tests-'));
  const embedded = await startThrowaway(dataDir, log);
  const guard = stopWithParent({ pids: [embedded.pid()], signal: 'INT', folder: dataDir });
  return {
    target: { ...embedded.connection, database: 'postgres' },
    stop: async () => {
      guard.cancel();
      await embedded.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Drops the template and the databases of the run's workers; an external server continues after the run. */
async function dropLike(target: Target, template: string): Promise<void> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [template],
    );
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  } finally {
    await client.end();
  }
}
