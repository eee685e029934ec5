import type { Transaction } from 'kysely';
import type { Database, DB } from '../platform/database/index.ts';
import {
  chainProgress,
  type ChainProgress,
  type ChainRow,
  headsOf,
  insertChain,
  lastSeq,
  lockChain,
  saveProgress,
  unchainedBetween,
  unchainedSince,
} from './chain.queries.ts';
import { type ChainedEntry, chainHash, NO_HASH } from './entry-text.ts';

/** Entries in one transaction, so that it takes a part of a second. */
const BATCH = 5000;
/** Ids that are checked in one transaction after a restore. */
const ID_RANGE = 5000;

/**
 * AUDIT-03: chains the entries that no earlier transaction can precede any more. An entry continues the chain of its
 * record. Several processes can call it at the same time; a repeated call continues the work.
 */
export async function extendChain({ database }: { database: Database }): Promise<void> {
  const progress = await chainProgress(database.kysely);
  if (progress.chainedBelow === null) await chainAll(database, progress);
  for (let isComplete = false; !isComplete;) {
    // oxlint-disable-next-line no-await-in-loop -- the batches follow each other
    isComplete = await database.transaction(chainBatch);
  }
}

/** Checks every entry: the first time, and when the database was restored to another cluster. */
async function chainAll(database: Database, { clusterId, endedBelow, lastId }: ChainProgress): Promise<void> {
  for (let afterId = 0; afterId < lastId; afterId += ID_RANGE) {
    const upTo = Math.min(afterId + ID_RANGE, lastId);
    // oxlint-disable-next-line no-await-in-loop -- the ranges follow each other
    await database.transaction(async (tx) => {
      await lockChain(tx);
      await appendToChain(tx, await unchainedBetween(tx, afterId, upTo));
    });
  }
  await saveProgress(database.kysely, clusterId, endedBelow);
}

/** @returns true when all entries of ended transactions are chained */
async function chainBatch(tx: Transaction<DB>): Promise<boolean> {
  await lockChain(tx);
  const { clusterId, endedBelow, chainedBelow } = await chainProgress(tx);
  const entries = await unchainedSince(tx, { from: chainedBelow ?? '0', below: endedBelow, limit: BATCH });
  await appendToChain(tx, entries);
  const isComplete = entries.length < BATCH;
  const reached = isComplete ? endedBelow : (entries.at(-1)?.xact ?? endedBelow);
  if (reached !== chainedBelow) await saveProgress(tx, clusterId, reached);
  return isComplete;
}

async function appendToChain(tx: Transaction<DB>, entries: readonly ChainedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const scopes = [...new Set(entries.map(scopeOf))];
  const heads = new Map((await headsOf(tx, scopes)).map((head) => [head.scope, head]));
  let seq = await lastSeq(tx);
  const rows = entries.map((entry): ChainRow => {
    const scope = scopeOf(entry);
    const former = heads.get(scope) ?? { position: 0, hash: NO_HASH };
    const head = { scope, position: former.position + 1, hash: chainHash(former.hash, entry) };
    heads.set(scope, head);
    seq += 1;
    return { ...head, seq, entryId: entry.id };
  });
  await insertChain(tx, rows);
}

/** The record of an entry; '' for none. */
export const scopeOf = ({ recordId }: ChainedEntry): string => recordId ?? '';
