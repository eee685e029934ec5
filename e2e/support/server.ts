import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clamd, hasClamd, startClamd } from '../../server/src/testing/clamd.ts';
import { childEnv } from '../../server/src/testing/child-env.ts';
import { accountsFile, OWNERS } from './people.ts';

/** A vault that runs as in production: its own process, data folder, PostgreSQL and, where installed, clamd. */
export interface Vault {
  /** such as 'http://127.0.0.1:40123' */
  url: string;
  /** the folder of all its data, including PostgreSQL */
  dataDir: string;
  /** number of accounts for `nextOwner` */
  owners: number;
  /** the mails sent so far, as raw messages with all headers, oldest first */
  mails(): Promise<string[]>;
  /** the output of the server so far, for a failing journey */
  log(): string;
  /** stops the server and deletes its data; throws when the server does not exit with code 0 */
  stop(): Promise<void>;
}

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Starts a vault with the accounts of support/people.ts on a free port, with a real clamd where it is installed.
 * @param settings added to those of the journeys
 * @param owners number of accounts for `nextOwner`
 */
export async function startVault(settings: Record<string, string> = {}, owners = OWNERS): Promise<Vault> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-e2e-'));
  const accounts = join(folder, 'accounts.json');
  await writeFile(accounts, JSON.stringify(accountsFile(owners)));
  const clamd = hasClamd() ? await startClamd() : null;
  const vault = await start(folder, clamd, {
    ACCOUNTS_FILE: accounts,
    ...(clamd ? { CLAMD: clamd.socket } : {}),
    ...settings,
  });
  return { ...vault, owners };
}

/** Starts a vault as the first `npm start` does: with demo accounts and documents, without any settings. */
export async function startDemoVault(): Promise<Vault> {
  const vault = await start(await mkdtemp(join(tmpdir(), 'vault-e2e-demo-')), null, {});
  return { ...vault, owners: 0 };
}

/** Starts a vault on its first start without demo, accounts and issuer: it waits for its administrator (GUARD-03). */
export async function startNewVault(): Promise<Vault> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-e2e-new-'));
  const vault = await start(folder, null, { DEMO: 'false' });
  return { ...vault, owners: 0 };
}

async function start(
  folder: string,
  clamd: Clamd | null,
  settings: Record<string, string>,
): Promise<Omit<Vault, 'owners'>> {
  const dataDir = join(folder, 'data');
  const server = startServer(folder, {
    // A journey does not depend on the space of the machine.
    MIN_FREE_BYTES: '0',
    MIN_FREE_PERCENT: '0',
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  });
  const stop = async () => {
    try {
      await server.stop();
    } finally {
      await clearUp(folder, clamd);
    }
  };
  try {
    const mails = () => readOutbox(join(dataDir, 'outbox'));
    return { url: await server.listening, dataDir, mails, log: () => server.log(), stop };
  } catch (error) {
    await stop().catch(() => null);
    throw error;
  }
}

/** Without a mail server mails are files (docs/operating.md); the first mail creates the folder. */
async function readOutbox(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const mails = names.filter((name) => name.endsWith('.eml')).toSorted();
  return Promise.all(mails.map((name) => readFile(join(folder, name), 'utf8')));
}

async function clearUp(folder: string, clamd: Clamd | null): Promise<void> {
  await clamd?.stop();
  await rm(folder, { recursive: true, force: true });
}

interface Server {
  listening: Promise<string>;
  log(): string;
  stop(): Promise<void>;
}

/**
 * @param folder the working directory, without a developer's .env file
 * @param settings the only settings of the server; those of the shell that runs the tests are not passed
 */
function startServer(folder: string, settings: Record<string, string>): Server {
  const child = spawn(
    process.execPath,
    ['--import', file('../../tools/end-with-parent.mjs'), file('../../server/src/main.ts')],
    { cwd: folder, env: { ...childEnv(), ...settings }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  let output = '';
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const listening = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const [, url] = /^listening on (\S+)$/m.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    const fail = (why: string) => reject(new Error(`The vault ${why}:\n${output}`));
    void ended.then((code) => fail(`ended with ${code} before it listened`));
    setTimeout(fail, START_LIMIT_MS, 'did not start in time').unref();
  });
  return {
    listening,
    log: () => output,
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      const code = await ended;
      clearTimeout(timer);
      if (code !== 0) throw new Error(`The vault did not end cleanly (${code}):\n${output}`);
    },
  };
}
