import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VaultProcess } from '../support/vault-process.ts';
import type { KillPlan } from './kill-plan.ts';

/**
 * Sends the server the point at which it is killed, if the plan has one.
 * @param log the file that kill-points.ts writes
 */
export function sendKillPoint(
  vault: VaultProcess,
  { target, moment }: KillPlan,
  { folder, log }: { folder: string; log: string },
): void {
  if (!('point' in moment)) return;
  vault.child.send({ killAt: { ...moment, pids: target === 'both' ? databasePids(folder) : [], log } });
}

/** Kills the processes of the plan now. */
export function killNow(vault: VaultProcess, { target }: KillPlan, folder: string): void {
  if (target !== 'server') for (const pid of databasePids(folder)) killIfRunning(pid);
  if (target !== 'database') vault.child.kill('SIGKILL');
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/** The embedded PostgreSQL of a folder: its first process and all of its children. */
function databasePids(folder: string): number[] {
  const file = join(folder, 'data/postgres/postmaster.pid');
  if (!existsSync(file)) return [];
  const first = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return [first, ...childrenOf(first)];
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
