import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildServer } from '../../tools/build-server.mjs';
import { builtServer, nodeFlags, nodeSettings } from '../../tools/server-command.mjs';
import { ACCOUNTS_FILE } from './accounts.ts';
import type { Resident } from './mappings.ts';

const PROJECT = join(import.meta.dirname, '../..');
const END_WITH_PARENT = join(PROJECT, 'tools/end-with-parent.mjs');
const MEMORY_PROBE = join(import.meta.dirname, 'memory-probe.ts');
/** What is started for the server and for `npm run vault`. */
let scripts = { server: join(PROJECT, 'server/src/main.ts'), command: join(PROJECT, 'server/src/vault.ts') };
const START_LIMIT_MS = 120_000;
const READY_LIMIT_MS = 60_000;
const POLL_MS = 20;

/**
 * Builds the server. From now on the built one is started, as by `npm start`; tests do not call this and start the
 * sources.
 */
export async function startFromBuild(): Promise<void> {
  await buildServer();
  scripts = { server: builtServer, command: join(PROJECT, 'server/dist/vault.js') };
}

/** Memory of the server in bytes after garbage collection. */
export interface Memory {
  rss: number;
  heapUsed: number;
  heapTotal: number;
  external: number;
  /** what V8 has from the system for the objects of the other threads */
  threadHeaps: number;
  /** parts of `rss` */
  resident: Resident;
}

/** A vault in its own process, as an operator runs it. */
export interface VaultProcess {
  /** such as 'http://127.0.0.1:40123' */
  origin: string;
  child: ChildProcess;
  /** resolves with the exit code; null when a signal ended it */
  exited: Promise<number | null>;
  /** the file with its log lines */
  logFile: string;
  memory(): Promise<Memory>;
}

export interface VaultProcessOptions {
  /** an own folder of the campaign; it keeps the data between two starts */
  folder: string;
  env?: Record<string, string>;
  /** modules that are loaded before the server */
  preload?: readonly string[];
}

/** The environment of a server or a command on the data of a folder. Also writes its file of accounts. */
export async function vaultEnv(folder: string, env: Record<string, string> = {}) {
  const accounts = join(folder, 'accounts.json');
  await mkdir(folder, { recursive: true });
  await writeFile(accounts, JSON.stringify(ACCOUNTS_FILE));
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = '' } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    NODE_COMPILE_CACHE,
    ...nodeSettings,
    HOST: '127.0.0.1',
    PORT: '0',
    PROCESSES: '1',
    LOG_LEVEL: 'warn',
    OFFICE_CONVERTER: 'none',
    MIN_FREE_BYTES: '0',
    MIN_FREE_PERCENT: '0',
    DATA_DIR: join(folder, 'data'),
    ACCOUNTS_FILE: accounts,
    ...env,
  };
}

/** Starts the server and waits until it listens. It ends with this process. @throws when it does not start */
export async function startVaultProcess(options: VaultProcessOptions): Promise<VaultProcess> {
  const { folder, env, preload = [] } = options;
  const logFile = join(folder, 'server.log');
  const settings = await vaultEnv(folder, env);
  const file = openSync(logFile, 'a');
  const from = readFileSync(logFile).length;
  const imports = [END_WITH_PARENT, MEMORY_PROBE, ...preload].flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...nodeFlags, '--expose-gc', ...imports, scripts.server], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', file, file, 'ipc'],
  });
  closeSync(file);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const origin = await listening(child, logFile, from);
  return { origin, child, exited, logFile, memory: () => memoryOf(child) };
}

async function listening(child: ChildProcess, logFile: string, from: number): Promise<string> {
  for (const limit = Date.now() + START_LIMIT_MS; Date.now() < limit;) {
    const text = readFileSync(logFile).subarray(from).toString();
    const [, origin] = /^listening on (\S+)$/m.exec(text) ?? [];
    if (origin !== undefined) return origin;
    if (child.exitCode !== null || child.signalCode !== null) break;
    await sleep(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start: ${readFileSync(logFile).subarray(from).toString()}`);
}

/** Waits for the first 200 of /readyz. @throws when there is none within READY_LIMIT_MS */
export async function waitUntilReady({ origin }: Pick<VaultProcess, 'origin'>): Promise<void> {
  for (const limit = Date.now() + READY_LIMIT_MS; Date.now() < limit;) {
    const response = await fetch(`${origin}/readyz`).catch(() => null);
    await response?.arrayBuffer();
    if (response?.status === 200) return;
    await sleep(POLL_MS);
  }
  throw new Error(`The vault is not ready after ${READY_LIMIT_MS} ms.`);
}

async function memoryOf(child: ChildProcess): Promise<Memory> {
  const reply = once(child, 'message') as Promise<[{ memory: Memory }]>;
  child.send('memory');
  const [{ memory }] = await reply;
  return memory;
}

/** `npm run vault -- check` beside the running server. @returns its output when it found something, otherwise null */
export async function checkVault(folder: string, env: Record<string, string> = {}): Promise<string | null> {
  const child = spawn(process.execPath, [scripts.command, 'check'], {
    cwd: folder,
    env: await vaultEnv(folder, env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
  child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return code === 0 ? null : output;
}
