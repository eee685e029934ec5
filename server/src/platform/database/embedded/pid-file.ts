import { readFileSync, renameSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLineOf, isAlive } from './process.ts';

/** The content of PostgreSQL's postmaster.pid. */
export interface PidFile {
  readonly pid: number;
  readonly port: number;
  readonly socketDirectory: string;
}

/** @returns null when it does not exist or is incomplete */
export async function readPidFile(clusterDir: string): Promise<PidFile | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketDirectory] = text.split('\n');
  if (Number(pid) > 0 && Number(port) > 0 && socketDirectory) {
    return { pid: Number(pid), port: Number(port), socketDirectory };
  }
  return null;
}

/** @returns whether the process of the pid file is a PostgreSQL of this folder, in any state */
export async function isPostmasterAlive(clusterDir: string): Promise<boolean> {
  const pid = await pidOf(clusterDir);
  if (pid === null) return false;
  const commandLine = await commandLineOf(pid);
  return commandLine.includes('postgres') && commandLine.includes(clusterDir);
}

/**
 * Moves a pid file away whose number now belongs to another program (a restarted machine or container reuses the same
 * small numbers). Otherwise PostgreSQL refuses to start until a person deletes it.
 */
export async function dropStalePidFile(clusterDir: string): Promise<void> {
  const pid = await pidOf(clusterDir);
  if (pid === null || !isAlive(pid) || (await isPostmasterAlive(clusterDir))) return;
  const path = join(clusterDir, 'postmaster.pid');
  const aside = `${path}.stale-${process.pid}`;
  try {
    renameSync(path, aside);
    // If another server has done the same and started PostgreSQL, its file is moved back unchanged.
    if (Number.parseInt(readFileSync(aside, 'utf8'), 10) !== pid) renameSync(aside, path);
    else rmSync(aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function pidOf(clusterDir: string): Promise<number | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : null;
}
