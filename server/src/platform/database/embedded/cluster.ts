import { execFile } from 'node:child_process';
import { chown, mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { isAlive } from './process.ts';
import { commandAs, type RunAs } from './run-as.ts';
import { DatabaseStartError } from '../start-error.ts';

const run = promisify(execFile);

/** The superuser of the embedded PostgreSQL. It prepares the roles of the vault, and holds the lease. */
export const DATABASE_USER = 'vault';

const MAJOR_VERSION = '18';
const INIT_PREFIX = '.postgres-new-';

/** Options of a new cluster. `durable` is false only for the throw-away clusters of tests: no fsync. */
export interface InitOptions {
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly durable: boolean;
}

/**
 * Creates PostgreSQL's folder when it is missing. It is first completed under another name and then renamed, so that a
 * power cut leaves either no folder or a complete one. Two servers can do it concurrently: the first rename wins, the
 * other folder is deleted.
 * @param dataDir exists and is writable
 * @returns the folder's path
 * @throws DatabaseStartError when another major version wrote the existing folder
 */
export async function ensureCluster(
  { binaries, runAs, durable }: InitOptions,
  dataDir: string,
): Promise<string> {
  const clusterDir = join(dataDir, 'postgres');
  const version = await versionOf(clusterDir);
  if (version === null) await createCluster({ binaries, runAs, durable }, dataDir, clusterDir);
  else if (version !== MAJOR_VERSION) throw new DatabaseStartError(wrongVersion(clusterDir, version));
  await sweepUnfinished(dataDir);
  return clusterDir;
}

async function versionOf(clusterDir: string): Promise<string | null> {
  return readFile(join(clusterDir, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

function wrongVersion(clusterDir: string, version: string): string {
  return (
    `${clusterDir} was written by PostgreSQL ${version}, and this version of the vault includes PostgreSQL ` +
    `${MAJOR_VERSION}, which cannot read it. Start the version of the vault that wrote it, or set DATA_DIR to an ` +
    `empty folder.`
  );
}

async function createCluster(
  { binaries, runAs, durable }: InitOptions,
  dataDir: string,
  clusterDir: string,
): Promise<void> {
  const initDir = await mkdtemp(join(dataDir, `${INIT_PREFIX}${process.pid}-`));
  try {
    if (runAs.kind === 'account') await chown(initDir, runAs.uid, runAs.gid);
    const command = commandAs(runAs, binaries.initdb, initdbArguments(initDir, durable));
    await run(command.file, command.args, command.options);
    await rename(initDir, clusterDir);
  } catch (error) {
    await rm(initDir, { recursive: true, force: true });
    if ((await versionOf(clusterDir)) === null) throw initdbFailure(error);
  }
  if (durable) await syncDirectory(dataDir);
}

function initdbArguments(directory: string, durable: boolean): string[] {
  const args = [
    `--pgdata=${directory}`,
    `--username=${DATABASE_USER}`,
    '--encoding=UTF8',
    // The collation is PostgreSQL's own, so no update of a system library can corrupt an index, and no locale of the
    // operating system is required.
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    // Only the owner can enter the socket's private folder.
    '--auth=trust',
  ];
  return durable ? args : [...args, '--no-sync'];
}

function initdbFailure(error: unknown): Error {
  const { stderr, message } = error as Error & { stderr?: string };
  return new DatabaseStartError(
    `PostgreSQL could not create its folder: ${(stderr ?? '').trim() || message}`,
    {
      cause: error,
    },
  );
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Deletes the unfinished folders of killed processes. */
async function sweepUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(INIT_PREFIX)) continue;
    const pid = Number.parseInt(name.slice(INIT_PREFIX.length), 10);
    if (!isAlive(pid)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}
