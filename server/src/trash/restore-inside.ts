import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { type Authorship, claimNames, joinPath, mustFitAtPaths, type NewPlace } from '../tree/index.ts';
import { carryOutRestore } from './carry-out-restore.ts';
import { trashedItems } from './queries.ts';

/**
 * Restores entries of the trash of one record within the caller's transaction, each to a given place instead of its
 * former one. The caller holds the record's lock (`lockRecord`).
 * @returns the ids of the restored items; those that are no longer in the trash, and those whose place is taken, stay
 * @throws 400 when the path of a folder would exceed a limit
 */
export async function restoreInside(
  tx: Transaction<DB>,
  recordId: string,
  { items, change }: { items: readonly NewPlace[]; change: Authorship },
): Promise<Set<string>> {
  const found = await trashedItems(
    tx,
    items.map(({ id }) => id),
  );
  const entries = new Map(
    found.filter((entry) => entry.recordId === recordId).map((entry) => [entry.id, entry]),
  );
  const wanted = items.flatMap(({ id, name, into }) => {
    const entry = entries.get(id);
    return entry === undefined ? [] : [{ entry, name, into }];
  });
  const claims = wanted.map(({ entry, name, into }) => ({ kind: entry.kind, name, parentId: into.id }));
  const names = await claimNames(tx, recordId, claims);
  const free = wanted.filter(({ name }, index) => names[index] === name);
  await mustFitAtPaths(
    tx,
    recordId,
    free
      .filter(({ entry }) => entry.kind === 'folder')
      .map(({ entry, name, into }) => ({
        id: entry.id,
        path: joinPath(entry.originalPath, entry.name),
        newPath: joinPath(into.path, name),
      })),
  );
  const placed = free.map(({ entry, name, into }) => ({ entry, name, parentId: into.id }));
  await carryOutRestore(tx, recordId, { placed, change });
  return new Set(placed.map(({ entry }) => entry.id));
}
