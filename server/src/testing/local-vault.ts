import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { readConfig } from '../config/index.ts';
import { startServer } from '../server.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { loadTestAccounts } from './load-test-accounts.ts';
import { lineOf, type LogLine, serverEnv } from './server-process.ts';

/** The whole server of `npm start` in this process: a process of its own takes 2 s of CPU time. */
export interface LocalServer {
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
  /** the lines of its log so far */
  log(): readonly LogLine[];
  stop(): Promise<void>;
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
      const lines: string[] = [];
      const config = readConfig({ ...(await serverEnv(dataDir)), DATABASE_URL: database.url, ...env });
      const log = pino({ level: config.logLevel }, { write: (line) => void lines.push(line) });
      const started = await startServer(config, log);
      const server: LocalServer = {
        origin: started.address,
        log: () => lines.flatMap(lineOf),
        async stop() {
          running.delete(server);
          await started.stop();
        },
      };
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
