import { existsSync, readFileSync } from 'node:fs';
import type { Random } from '../support/random.ts';

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

/** How often each is chosen. */
const TARGET_WEIGHTS = { server: 3, database: 1, both: 2 };

/** Chooses what is killed and when. @param targets what can be killed: one of them, or all */
export function planKill(random: Random, targets: readonly Target[]): KillPlan {
  const [only = 'server', ...others] = targets;
  const target = others.length > 0 ? random.weighted(TARGET_WEIGHTS) : only;
  if (target === 'database' || random.chance(0.4)) return { target, moment: { afterMs: random.below(4000) } };
  return { target, moment: { point: random.pick(POINTS), nth: 1 + random.below(40) } };
}

/** @param log the file that kill-points.ts writes @returns the point at which the server was killed; null for none */
export function reachedPoint(log: string): string | null {
  if (!existsSync(log)) return null;
  return (JSON.parse(readFileSync(log, 'utf8')) as { point: string }).point;
}

/** @returns what was killed and when, such as 'server after commit' */
export function killName({ target, moment }: KillPlan, reached: string | null): string {
  if ('afterMs' in moment) return `${target} at a random moment`;
  return `${target} ${reached ?? 'without reaching its point'}`;
}
