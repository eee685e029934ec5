import { setTimeout as sleep } from 'node:timers/promises';

/** The disk and the scheduler come to rest before the next measurement. */
const PAUSE_MS = 300;

/**
 * Runs every candidate once a round, each round in another order: the machine's good and bad moments meet all of them
 * alike. One round before that is thrown away.
 * @returns the results of each candidate, one a round
 */
export async function inRounds<Name extends string, T>(
  rounds: number,
  candidates: Record<Name, () => Promise<T>>,
): Promise<Record<Name, T[]>> {
  const names = Object.keys(candidates) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round) % names.length] as Name;
      await sleep(PAUSE_MS);
      const result = await candidates[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}
