import { setTimeout as sleep } from 'node:timers/promises';

/** The pause before a measurement, in which disk and scheduler become idle. */
const PAUSE_MS = 300;

/**
 * Runs every candidate once per round in a different order, so that fluctuations of the machine affect all of them
 * equally. One round before the first is discarded.
 * @returns the results of each candidate, one per round
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
