import { type CallData, type contract, MOMENT_PARTS } from '@vault/contract';
import { Errors } from '../http/index.ts';
import type { BringBackDeps } from './deps.ts';
import { countChanges, type KeptTimes, readKeptTimes } from './moments.queries.ts';

type MomentDeps = Pick<BringBackDeps, 'database' | 'settings'>;

/** C134: the moments to which folders of a record can be brought back. */
export async function readMoments(
  { database: { kysely }, settings }: MomentDeps,
  recordId: string,
): Promise<CallData<typeof contract.bringBack.moments>> {
  const times = await readKeptTimes(kysely, settings.keepDays);
  const { since, now } = times;
  const changes = await countChanges(kysely, recordId, times, MOMENT_PARTS);
  return { since: since.toISOString(), now: now.toISOString(), changes };
}

/** @throws 400 for a moment in the future, or before the first one of which everything is kept */
export async function mustBeKept({ database, settings }: MomentDeps, at: Date): Promise<KeptTimes> {
  const times = await readKeptTimes(database.kysely, settings.keepDays);
  if (at > times.now) throw Errors.momentInFuture();
  if (at < times.since) throw Errors.momentNotKept();
  return times;
}
