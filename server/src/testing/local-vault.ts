import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../config/index.ts';
import { startServer } from '../server.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { loadTestAccounts } from './load-test-accounts.ts';
import { lineOf, type LogLine, serverEnv } from './server-process.ts';

/** The whole server of `npm start` in this process: a separate process takes 2 s of CPU time. */
export interface LocalServer {
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
  /** the lines of its log so far */
  log(): readonly LogLine[];
  /** @returns true when all components stopped */
  stop(): Promise<boolean>;
}

/**
 * Starts a server with the test accounts in this process.
 * @param env settings in addition to those of the tests, which use the embedded PostgreSQL
 * @throws as `startServer`
 */
export async function startLocalServer(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<LocalServer> {
  const lines: string[] = [];
  const config = readConfig({ ...(await serverEnv(dataDir)), ...env });
  const log = pino({ level: config.logLevel }, { write: (line) => void lines.push(line) });
  const server = await startServer(config, log);
  return { origin: server.address, log: () => lines.flatMap(lineOf), stop: () => server.stop() };
}

/** A database of the test run with the test accounts and a data folder, in which servers are started. */
export interface LocalVault {
  database: TestDatabase;
  dataDir: string;
  /** @param env settings in addition to those of the tests @throws as `startServer` */
  start(env?: Record<string, string>): Promise<LocalServer>;
  /** Stops the running servers, and deletes their data. */
  close(): Promise<void>;
}

/** @returns a vault without a running server */
export async function createLocalVault(): Promise<LocalVault> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-local-'));
  const dataDir = join(folder, 'data');
  const database = await createTestDatabase();
  // The servers then find the accounts with their password hashes and do not compute slow hashes.
  await loadTestAccounts({ database });
  const running = new Set<LocalServer>();
  return {
    database,
    dataDir,
    async start(env = {}) {
      const started = await startLocalServer(dataDir, { DATABASE_URL: database.url, ...env });
      const stop = async () => {
        running.delete(server);
        return started.stop();
      };
      const server = { ...started, stop };
      running.add(server);
      return server;
    },
    async close() {
      await Promise.all([...running].map((server) => server.stop()));
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
