import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import type { Binaries } from './binaries.ts';
import { commandAs, type RunAs } from './run-as.ts';
import { asArguments, type Settings } from './settings.ts';

/** A PostgreSQL that this process has started. `ended` is null while it runs; afterwards the reason of its end. */
export interface Postmaster {
  readonly pid: number;
  ended: string | null;
}

const MAX_LOG_BYTES = 10 * 1024 ** 2;

/** The constant properties of one embedded database. */
export interface Cluster {
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly clusterDir: string;
  readonly logFile: string;
  readonly settings: Settings;
  /** The time after which a running PostgreSQL without a reply counts as failed. */
  readonly silentForMs: number;
}

/**
 * Starts PostgreSQL in its own session: Ctrl-C in the terminal reaches the server only, which then stops the database
 * cleanly, and a killed server leaves the database running for the next one.
 */
export async function startPostmaster(cluster: Cluster): Promise<Postmaster> {
  await rotateLog(cluster.logFile);
  const logStart = await sizeOf(cluster.logFile);
  const log = openSync(cluster.logFile, 'a', 0o600);
  try {
    const args = ['-D', cluster.clusterDir, ...asArguments(cluster.settings)];
    const command = commandAs(cluster.runAs, cluster.binaries.postgres, args);
    const child = spawn(command.file, command.args, {
      ...command.options,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    });
    const postmaster: Postmaster = { pid: child.pid ?? -1, ended: null };
    child.on('error', (error) => {
      postmaster.ended = error.message;
    });
    child.on('exit', () => {
      void tailOf(cluster.logFile, logStart).then(
        (tail) => {
          postmaster.ended = tail;
        },
        (error: unknown) => {
          postmaster.ended = String(error);
        },
      );
    });
    child.unref();
    return postmaster;
  } finally {
    closeSync(log);
  }
}

/**
 * @param reason the last lines of its log
 * @returns whether PostgreSQL ended only because another one, running or ending, uses this folder
 */
export function isInUse(reason: string): boolean {
  return /lock file ".*" already exists|pre-existing shared memory block|lock file .* is empty/.test(reason);
}

async function rotateLog(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > MAX_LOG_BYTES) await rename(logFile, `${logFile}.1`);
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function tailOf(logFile: string, from: number): Promise<string> {
  const handle = await open(logFile, 'r');
  try {
    const { size } = await handle.stat();
    const length = Math.min(4096, Math.max(0, size - from));
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8').trim() || 'it ended without a word';
  } finally {
    await handle.close();
  }
}
