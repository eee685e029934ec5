import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ACCOUNTS, RECORDS, type TestUser } from '../../server/src/testing/accounts.ts';
import { type Client, signIn } from '../../server/src/testing/client.ts';
import { startChild } from './child.ts';
import type { Observed } from './cost.ts';
import { serverCommandOf } from './server-command.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

/** The record that the benches fill; the user `everything` has all permissions in it. */
export const RECORD_ID = RECORDS.acme;

/** A real server with its own data folder, PostgreSQL and embedded scanner. */
export interface Vault extends Required<Observed> {
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
  client: Client & { token: string };
  /** where its PostgreSQL listens: the folder of its socket, and its port */
  databaseAddress: { host: string; port: number };
  /** a direct connection to its PostgreSQL; the caller closes it */
  connectDatabase(): Promise<pg.Client>;
  /** path of the PostgreSQL log */
  databaseLog: string;
  /** stops the server and deletes its data */
  stop(): Promise<void>;
}

interface VaultOptions {
  /** folder for a CPU profile of the server, which V8 writes at exit */
  profileDir?: string | undefined;
  /** another checkout of the project with installed packages, whose server is started; this one by default */
  checkout?: string | undefined;
  /** settings in addition to those of every bench */
  settings?: Record<string, string>;
  /** a module that is loaded before the server */
  preload?: string;
}

/** Starts the server as in production, with its log (level info) in a file. */
export async function startVault({
  profileDir,
  checkout,
  settings,
  preload,
}: VaultOptions = {}): Promise<Vault> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-bench-'));
  const dataDir = join(folder, 'data');
  const accounts = join(folder, 'accounts.json');
  await writeFile(accounts, JSON.stringify(ACCOUNTS));
  const command = await serverCommandOf(resolve(checkout ?? CHECKOUT));
  const child = await startChild({
    script: command.script,
    cwd: folder,
    env: {
      ...command.settings,
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      ACCOUNTS_FILE: accounts,
      ...settings,
    },
    output: join(folder, 'server.log'),
    nodeArguments: [
      ...command.nodeFlags,
      ...(profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]),
      ...(preload === undefined ? [] : ['--import', preload]),
    ],
  });
  const postmaster = await readPostmaster(dataDir);
  return {
    pid: child.pid,
    databasePid: postmaster.pid,
    origin: child.origin,
    client: await signedIn(child.origin, 'everything'),
    databaseAddress: postmaster.address,
    databaseLog: join(dataDir, 'postgres.log'),
    async connectDatabase() {
      const client = new pg.Client({ ...postmaster.address, user: 'vault', database: 'vault' });
      await client.connect();
      return client;
    },
    async stop() {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function signedIn(origin: string, user: TestUser): Promise<Client & { token: string }> {
  const client = await signIn(origin, user);
  if (client.token === null) throw new Error(`${user} got no token`);
  return { ...client, token: client.token };
}

/** Reads the file of the postmaster; its lines are process id, data folder, start time, port and socket folder. */
async function readPostmaster(dataDir: string) {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  return { pid: Number(lines[0]), address: { port: Number(lines[3]), host: lines[4] ?? '' } };
}
