import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../support/random.ts';
import type { VaultProcess } from '../support/vault-process.ts';

/** What is killed. */
export type Target = 'server' | 'database' | 'both';

/** Points at which the server can be killed, see kill-points.ts. */
const POINTS = [
  'before commit',
  'after commit',
  'before statement',
  'after statement',
  'before rename',
  'after rename',
  'before sync',
  'after sync',
  'before write',
  'after write',
  'after mkdir',
  'before reply',
] as const;

/** When it is killed: after a time, or when a point is reached for the n-th time. */
export type Moment = { afterMs: number } | { point: (typeof POINTS)[number]; nth: number };

export interface KillPlan {
  target: Target;
  moment: Moment;
}

/** Chooses what is killed and when. @param hasDatabase whether the campaign may kill PostgreSQL */
export function planKill(random: Random, hasDatabase: boolean): KillPlan {
  const target = hasDatabase ? random.weighted({ server: 3, database: 1, both: 2 }) : 'server';
  if (target === 'database' || random.chance(0.4)) return { target, moment: { afterMs: random.below(4000) } };
  return { target, moment: { point: random.pick(POINTS), nth: 1 + random.below(40) } };
}

/** Arms a point of the server. @param log the file that gets the line about the kill */
export function arm(
  vault: VaultProcess,
  { target, moment }: KillPlan,
  { folder, log }: { folder: string; log: string },
): void {
  if (!('point' in moment)) return;
  vault.child.send({ arm: { ...moment, pids: target === 'both' ? databasePids(folder) : [], log } });
}

/** Kills the processes of the plan now. */
export function killNow(vault: VaultProcess, { target }: KillPlan, folder: string): void {
  if (target !== 'server') for (const pid of databasePids(folder)) killQuietly(pid);
  if (target !== 'database') vault.child.kill('SIGKILL');
}

function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // it has ended already
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
