import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { extendChain } from './chain.ts';
import { markFailing, positionOf, savePosition } from './follow.queries.ts';
import type { FollowedEntry, Receiver } from './receivers.ts';
import { entriesAfter } from './tail.ts';

export interface FollowDeps {
  database: Database;
  clock: Clock;
  log: Log;
}

const BATCH = 500;
/** The size of a batch; one with a larger entry has only that one. */
const BATCH_CHARACTERS = 500_000;
/** A run ends after this time, so that a slow receiver does not keep a worker; the next minute continues. */
const RUN_MS = 45_000;

/**
 * AUDIT-08: sends the entries that a receiver does not have, in the order of the chain. Its position is stored after
 * each batch: a batch that the receiver may have only in part is sent again. When it fails, the next run repeats it.
 */
export async function followAudit(deps: FollowDeps, receiver: Receiver, signal: AbortSignal): Promise<void> {
  await extendChain(deps);
  const end = AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]);
  let isDone = false;
  while (!isDone && !end.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    isDone = await sendBatch(deps, receiver, signal);
  }
}

/** @returns true when there is nothing to send now */
async function sendBatch(deps: FollowDeps, receiver: Receiver, signal: AbortSignal): Promise<boolean> {
  const { database, clock, log } = deps;
  const { lastSeq: from, isFailing } = await positionOf(database.kysely, receiver.name);
  const { entries, lastSeq: to } = await nextEntries(database, from);
  if (to === from) return true;
  try {
    if (entries.length > 0) await receiver.send(entries, signal);
  } catch (error) {
    if (!signal.aborted && (await markFailing(database.kysely, receiver.name, clock.now()))) {
      log.warn(
        { receiver: receiver.name, reason: reasonOf(error) },
        'Audit receiver failed; its entries are sent again each minute until it has them',
      );
    }
    return true;
  }
  if (!(await savePosition(database.kysely, receiver.name, { from, to }))) return true;
  if (isFailing)
    log.info({ receiver: receiver.name }, 'Audit receiver works again; it gets the entries that it missed');
  return false;
}

async function nextEntries(
  database: Database,
  after: number,
): Promise<{ entries: FollowedEntry[]; lastSeq: number }> {
  const batch = await entriesAfter(database.kysely, after, BATCH);
  const entries: FollowedEntry[] = [];
  let characters = 0;
  for (const tail of batch.entries) {
    const json = JSON.stringify(tail);
    characters += json.length;
    const last = entries.at(-1);
    if (last !== undefined && characters > BATCH_CHARACTERS) return { entries, lastSeq: last.tail.seq };
    entries.push({ tail, json });
  }
  return { entries, lastSeq: batch.lastSeq };
}

/** An error of several addresses has only a code. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
