import type { Transaction } from 'kysely';
import { forgetHeldItems, protectedItems } from '../holds/index.ts';
import { storeLocations } from '../links/index.ts';
import type { DB } from '../platform/database/index.ts';
import { deleteTexts } from '../search/index.ts';
import { lockAndRead, refreshAfterMany } from '../tree/index.ts';
import { deleteVersionsOf } from '../versions/index.ts';
import type { TrashJobDeps } from './deps.ts';
import { recordPurged } from './record-purged.ts';
import {
  childrenWithEntry,
  childrenWithoutEntry,
  deleteRows,
  detach,
  type DeletedItem,
  itemsToDelete,
} from './purge.queries.ts';

/** Folders that are read together, and items that are deleted in one transaction, so that other writers wait less. */
const FOLDERS = 500;
const ITEMS = 1000;
/** Maximum number of versions that are deleted in one transaction. */
const VERSIONS = 5000;

type PurgeDeps = Pick<TrashJobDeps, 'clock' | 'log'> & {
  database: Pick<TrashJobDeps['database'], 'kysely' | 'transaction'>;
};

interface PurgeOptions {
  signal?: AbortSignal;
  /** maximum number of versions in one transaction */
  versions?: number;
}

/**
 * Deletes the rows of permanently deleted items of a record, from the leaves up, in transactions of bounded size
 * (D-27). After a crash the next run continues with the remaining items. Concurrent runs are safe. Items that a hold
 * protects keep their rows until it is lifted, even when it is set while this runs (SAFE-12).
 * @throws when the signal fires; the next run continues
 */
export async function purgeRecord(
  { database, clock, log }: PurgeDeps,
  recordId: string,
  { signal = new AbortController().signal, versions = VERSIONS }: PurgeOptions = {},
): Promise<void> {
  const purge = new Purge({ database, clock }, { recordId, signal, versions });
  let after = '';
  for (;;) {
    const items = await itemsToDelete(database.kysely, recordId, { after, limit: FOLDERS });
    const last = items.at(-1);
    if (last === undefined) break;
    const ids = items.map(({ id }) => id);
    const kept = await protectedItems(database.kysely, recordId, { ids, now: clock.now() });
    const keptIds = new Set(kept.map(({ id }) => id));
    const isDone = await purge.remove(items.filter(({ id }) => !keptIds.has(id)));
    if (isDone) after = last.id;
  }
  await refreshAfterMany(database.kysely, purge.removed);
  if (purge.removed > 0) log.info({ recordId, items: purge.removed }, 'Permanently deleted items removed');
}

const idsOf = (items: readonly DeletedItem[], kind: DeletedItem['kind']): string[] =>
  items.filter((item) => item.kind === kind).map(({ id }) => id);

/** A hold was set that protects what is being deleted: the items are filtered again. */
class HoldWasSet extends Error {}

class Purge {
  removed = 0;
  /** the items that are being deleted, with everything in them */
  #top: readonly string[] = [];
  readonly #deps: Pick<PurgeDeps, 'database' | 'clock'>;
  readonly #recordId: string;
  readonly #signal: AbortSignal;
  readonly #versions: number;

  constructor(
    deps: Pick<PurgeDeps, 'database' | 'clock'>,
    { recordId, signal, versions }: { recordId: string } & Required<PurgeOptions>,
  ) {
    this.#deps = deps;
    this.#recordId = recordId;
    this.#signal = signal;
    this.#versions = versions;
  }

  /** @returns false when a hold that was set during this call protects some of the items, which are then left */
  async remove(items: readonly DeletedItem[]): Promise<boolean> {
    this.#top = items.map(({ id }) => id);
    if (items.length === 0) return true;
    try {
      await this.#repeat((tx) => this.#removeItems(tx, idsOf(items, 'file')));
      await this.#removeFolders(idsOf(items, 'folder'));
      return true;
    } catch (error) {
      if (error instanceof HoldWasSet) return false;
      throw error;
    }
  }

  /** Goes down to groups of folders without subfolders and up again; only one group per level is in memory. */
  async #removeFolders(folderIds: readonly string[]): Promise<void> {
    const groups = [folderIds];
    for (let group = groups.at(-1); group !== undefined; group = groups.at(-1)) {
      const below = await childrenWithoutEntry(this.#deps.database.kysely, this.#recordId, {
        folderIds: group,
        limit: FOLDERS,
        kind: 'folder',
      });
      if (below.length > 0) {
        groups.push(below);
        continue;
      }
      const lowest = group;
      await this.#repeat((tx) => this.#removeLowest(tx, lowest));
      groups.pop();
    }
  }

  /**
   * Detaches children with entries, then deletes files, then the folders; one step in each call.
   * @returns true when the folders are deleted
   */
  async #removeLowest(tx: Transaction<DB>, folderIds: readonly string[]): Promise<boolean> {
    const some = { folderIds, limit: ITEMS };
    const leaving = await childrenWithEntry(tx, this.#recordId, some);
    if (leaving.length > 0) {
      await storeLocations(tx, this.#recordId, leaving);
      await detach(tx, this.#recordId, leaving);
      return false;
    }
    const files = await childrenWithoutEntry(tx, this.#recordId, { ...some, kind: 'file' });
    if (files.length === 0) return this.#removeItems(tx, folderIds);
    await this.#removeItems(tx, files);
    return false;
  }

  /** @returns false when the work exceeds one transaction: the items still exist then */
  async #removeItems(tx: Transaction<DB>, itemIds: readonly string[]): Promise<boolean> {
    if (itemIds.length === 0) return true;
    const recordId = this.#recordId;
    const limit = this.#versions;
    const { removed, blobIds } = await deleteVersionsOf(tx, recordId, { fileIds: itemIds, limit });
    await deleteTexts(tx, recordId, blobIds);
    if (removed === limit) return false;
    await storeLocations(tx, recordId, itemIds);
    // The entries of the audit are made while PostgreSQL deletes the rows that it has read for them.
    await Promise.all([
      recordPurged(tx, recordId, itemIds),
      deleteRows(tx, recordId, itemIds),
      forgetHeldItems(tx, recordId, itemIds),
    ]);
    this.removed += itemIds.length;
    return true;
  }

  /** Repeats `work` in transactions with the record lock until it returns true. */
  async #repeat(work: (tx: Transaction<DB>) => Promise<boolean>): Promise<void> {
    let isDone = false;
    while (!isDone) {
      this.#signal.throwIfAborted();
      isDone = await this.#deps.database.transaction(async (tx) => {
        const now = this.#deps.clock.now();
        const kept = await lockAndRead(tx, this.#recordId, () =>
          protectedItems(tx, this.#recordId, { ids: this.#top, now }),
        );
        if (kept.length > 0) throw new HoldWasSet();
        return work(tx);
      });
    }
  }
}
