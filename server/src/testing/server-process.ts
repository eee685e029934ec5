import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCOUNTS } from './accounts.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** A server in a process of its own, with a test database and a data folder. */
export interface ServerProcess {
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
  pid: number;
  dataDir: string;
  database: TestDatabase;
  /** the log so far, one object a line */
  log(): Record<string, unknown>[];
  /** resolves with the exit code once the process has ended; null: it was killed */
  exit: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
  /** kills it, if it still runs, and removes its data */
  close(): Promise<void>;
}

const MAIN = join(import.meta.dirname, '../main.ts');
const END_WITH_PARENT = join(import.meta.dirname, '../../../tools/end-with-parent.mjs');

/**
 * Starts the server as a user does, with the people of the tests.
 * @param env settings beside those of the tests
 */
export async function startServerProcess(env: Record<string, string> = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-process-'));
  const database = await createTestDatabase();
  const accounts = join(folder, 'accounts.json');
  await writeFile(accounts, JSON.stringify(ACCOUNTS));
  const dataDir = join(folder, 'data');
  const { PATH = '' } = process.env;
  const settings = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, ACCOUNTS_FILE: accounts };
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, MAIN], {
    cwd: folder,
    env: { PATH, DATABASE_URL: database.url, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const listening = Promise.withResolvers<string>();
  const exit = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      listening.reject(new Error(`The server ended with ${code}:\n${output}`));
      resolve(code);
    });
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    const origin = /^listening on (\S+)$/m.exec(chunk.toString())?.[1];
    if (origin !== undefined) listening.resolve(origin);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const close = async () => {
    child.kill('SIGKILL');
    await exit;
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const origin = await listening.promise;
    const log = () => output.split('\n').flatMap(parsed);
    const kill = (signal: NodeJS.Signals) => void child.kill(signal);
    return { origin, pid: child.pid ?? 0, dataDir, database, log, exit, kill, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What is no line of the log, such as a warning of Node, is left out. */
function parsed(line: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(line) as Record<string, unknown>];
  } catch {
    return [];
  }
}
