import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDataFolder } from '../platform/database/fixtures/start-server.ts';
import { ACCOUNTS } from './accounts.ts';
import { childEnv } from './child-env.ts';
import type { ClusterTemplate } from './cluster-template.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { loadTestAccounts } from './load-test-accounts.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const END_WITH_PARENT = join(import.meta.dirname, '../../../tools/end-with-parent.mjs');

/** A test does not depend on the space of the machine. */
const ANY_SPACE = { MIN_FREE_BYTES: '0', MIN_FREE_PERCENT: '0' };

/** A vault in a separate process, as an operator runs it, with the test accounts. */
export interface ServerProcess {
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
  pid: number;
  /** the lines of its log so far */
  log(): readonly LogLine[];
  signal(signal: NodeJS.Signals): void;
  /** the exit code; null when a signal ended it */
  exited: Promise<number | null>;
}

export interface LogLine {
  msg: string;
  [field: string]: unknown;
}

/** A server process on a database of the test run. */
export interface TestServerProcess extends ServerProcess {
  database: TestDatabase;
  dataDir: string;
  /** kills it, if it is still running, and deletes its data */
  close(): Promise<void>;
}

/** Writes the accounts of the tests beside the data folder. @returns the settings of a server with this data folder */
export async function serverEnv(dataDir: string): Promise<Record<string, string>> {
  const accounts = join(dirname(dataDir), 'accounts.json');
  await writeFile(accounts, JSON.stringify(ACCOUNTS));
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ACCOUNTS_FILE: accounts };
  return { OFFICE_CONVERTER: 'none', PROCESSES: '1', ...ANY_SPACE, ...settings };
}

/** @param env settings in addition to those of the tests */
export async function startServerProcess(env: Record<string, string> = {}): Promise<TestServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-process-'));
  const dataDir = join(folder, 'data');
  const database = await createTestDatabase();
  const remove = async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // The server then finds the accounts with their password hashes and does not compute slow hashes.
    await loadTestAccounts({ database });
    const server = await start(dataDir, { DATABASE_URL: database.url, ...env });
    const close = async () => {
      server.signal('SIGKILL');
      await server.exited;
      await remove();
    };
    return { ...server, database, dataDir, close };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Starts another process on the database and the data folder of a stopped or running one. */
export async function startAgain(
  { database, dataDir }: Pick<TestServerProcess, 'database' | 'dataDir'>,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  return start(dataDir, { DATABASE_URL: database.url, ...env });
}

/** The data folder of one test, in which servers with the embedded PostgreSQL are started one after the other. */
export interface ServerFolder {
  path: string;
  start(): Promise<ServerProcess>;
  /** @returns the process number of the embedded PostgreSQL; null when it does not run */
  postgres(): Promise<number | null>;
  /** Ends the running processes of the folder, and deletes it. */
  remove(): Promise<void>;
}

/** @param template copied into the folder; null for an empty one */
export async function makeServerFolder(template: ClusterTemplate | null): Promise<ServerFolder> {
  const data = await makeDataFolder(template);
  const started: ServerProcess[] = [];
  return {
    path: data.path,
    async start() {
      const server = await start(data.path);
      started.push(server);
      return server;
    },
    postgres: data.postgres,
    async remove() {
      for (const server of started) server.signal('SIGKILL');
      await Promise.all(started.map(({ exited }) => exited));
      await data.remove();
    },
  };
}

async function start(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, MAIN], {
    // a folder without a developer's .env file
    cwd: dirname(dataDir),
    env: { ...childEnv(), ...(await serverEnv(dataDir)), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  let errors = '';
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const { promise: origin, resolve, reject } = Promise.withResolvers<string>();
  child.stderr?.on('data', (bytes: Buffer) => (errors += bytes.toString()));
  child.stdout?.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    const [, url] = /^listening on (\S+)$/m.exec(output) ?? [];
    if (url !== undefined) resolve(url);
  });
  void exited.then((code) =>
    reject(new Error(`The server exited with ${code} before it listened:\n${errors}`)),
  );
  return {
    origin: await origin,
    pid: child.pid ?? 0,
    log: () => errors.split('\n').flatMap(lineOf),
    signal: (signal) => void child.kill(signal),
    exited,
  };
}

/** The last line can be incomplete, and Node writes warnings that are not JSON. */
export function lineOf(text: string): LogLine[] {
  try {
    return [JSON.parse(text) as LogLine];
  } catch {
    return [];
  }
}
