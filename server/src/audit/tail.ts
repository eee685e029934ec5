import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database, DB } from '../platform/database/index.ts';
import { extendChain } from './chain.ts';
import { lastSeq } from './chain.queries.ts';
import { type ChainedEntry, entryText } from './entry-text.ts';
import type { Json } from './json.ts';
import { type CheckedRow, chainRows } from './verify.queries.ts';

/** An entry for other programs (AUDIT-08). */
export interface TailEntry {
  /** counts the entries of the vault; a follower continues after the last one that it has */
  seq: number;
  /** number in the chain of its record, and its hash there */
  position: number;
  hash: string;
  /** the text that the chain covers, as fields */
  entry: Record<string, Json>;
  /** null when it is redacted */
  personal: Json;
}

export interface TailOptions {
  /** the first entries are those after this one; null for the last few */
  after: number | null;
  /** waits for new entries until it fires; null ends after the present ones */
  until: AbortSignal | null;
}

const LAST_FEW = 10;
const BATCH = 1000;
const POLL_MS = 1000;

/** AUDIT-08: the entries in the order of the chain, which has no gaps, so that a follower misses none. */
export async function* tailAudit(
  { database }: { database: Database },
  { after, until }: TailOptions,
): AsyncGenerator<TailEntry> {
  await extendChain({ database });
  let seq = after ?? Math.max(0, (await lastSeq(database.kysely)) - LAST_FEW);
  for (;;) {
    const batch = await entriesAfter(database.kysely, seq, BATCH);
    yield* batch.entries;
    seq = batch.lastSeq;
    if (!batch.isEnd) continue;
    if (until === null || !(await isNextPoll(until))) return;
    await extendChain({ database });
  }
}

/** Entries that follow each other in the order of the chain. */
export interface TailBatch {
  entries: TailEntry[];
  /** the last number read: rows whose entry is missing have a number too */
  lastSeq: number;
  /** false when more can follow */
  isEnd: boolean;
}

/** AUDIT-08: the next entries after the number `after`, from at most `limit` rows. */
export async function entriesAfter(db: Kysely<DB>, after: number, limit: number): Promise<TailBatch> {
  const rows = await chainRows(db, { after, last: Number.MAX_SAFE_INTEGER, limit });
  const entries = rows.flatMap((row) => (row.entry === null ? [] : [tailEntry(row, row.entry)]));
  return { entries, lastSeq: rows.at(-1)?.seq ?? after, isEnd: rows.length < limit };
}

const tailEntry = ({ seq, position, hash }: CheckedRow, entry: ChainedEntry): TailEntry => ({
  seq,
  position,
  hash,
  entry: JSON.parse(entryText(entry)) as Record<string, Json>,
  personal: entry.personal,
});

/** @returns false when the signal fired */
async function isNextPoll(until: AbortSignal): Promise<boolean> {
  return sleep(POLL_MS, true, { signal: until }).catch(() => false);
}
