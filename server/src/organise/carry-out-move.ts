import type { Transaction } from 'kysely';
import { followMergedFiles } from '../history/index.ts';
import type { DB } from '../platform/database/index.ts';
import {
  adjustFolders,
  arrivingChange,
  type Change,
  type FolderChange,
  leavingChange,
} from '../tree/index.ts';
import { announcePlan } from './announce-items.ts';
import { dissolvingChange, summedUp } from './counters.ts';
import {
  deleteItems,
  handOverTrashed,
  hideItems,
  moveVersions,
  placeItems,
  renewHeads,
} from './move.queries.ts';
import type { Arrival, Join, Plan } from './plan.ts';

/**
 * Does what a plan of a move or a rename says, and keeps the counters true. Files keep their versions, dates and
 * history (D-15, D-44); merged ones give theirs to their target, and their rows go (D-13). The caller holds the
 * record's lock (`lockRecord`) since before the plan was made.
 */
export async function carryOutMove(
  tx: Transaction<DB>,
  { recordId, plan, change }: { recordId: string; plan: Plan; change: Change },
): Promise<void> {
  const { placed, joined } = plan;
  announcePlan(tx, recordId, { plan, isMove: true });
  const coming = placed.map(({ item, into }) => arrivingChange(item, into.id));
  const leaving = placed.map(({ item }) => leavingChange(item));
  if (joined.length === 0) {
    // Nothing above a moved item moves itself, so both ends can be counted in one statement.
    await placeArrivals(tx, recordId, { placed, change });
    await adjustFolders(tx, recordId, summedUp([...leaving, ...coming]));
    return;
  }
  const files = joined.filter(({ item }) => item.kind === 'file');
  const folders = joined.filter(({ item }) => item.kind === 'folder');
  leaving.push(...files.map(({ item }) => leavingChange(item)));
  leaving.push(...folders.map(({ item }) => dissolvingChange(item)));
  // What leaves is counted where it was, what comes where it is then: in between the folders themselves may move.
  await adjustFolders(tx, recordId, summedUp(leaving));
  await handOverTrashed(tx, recordId, folders.map(mergeOf));
  // Out of sight first: an item may take the place and name of another one that leaves.
  const moved = [...placed, ...joined].map(({ item }) => item.id);
  await hideItems(tx, recordId, { ids: moved, at: change.at });
  await placeArrivals(tx, recordId, { placed, change });
  const grown = await mergeFiles(tx, recordId, files);
  await deleteItems(
    tx,
    recordId,
    joined.map(({ item }) => item.id),
  );
  await adjustFolders(tx, recordId, summedUp([...coming, ...grown]));
}

async function placeArrivals(
  tx: Transaction<DB>,
  recordId: string,
  { placed, change }: { placed: readonly Arrival[]; change: Change },
): Promise<void> {
  const items = placed.map(({ item, name, into }) => ({ id: item.id, parentId: into.id, name }));
  await placeItems(tx, recordId, { items, change });
}

const mergeOf = ({ item, target }: Join) => ({ sourceId: item.id, targetId: target.id });

/** @returns what the folders of the targets gain in bytes */
async function mergeFiles(
  tx: Transaction<DB>,
  recordId: string,
  files: readonly Join[],
): Promise<FolderChange[]> {
  const merges = files.map(mergeOf);
  await moveVersions(tx, recordId, merges);
  await followMergedFiles(tx, recordId, merges);
  const targets = new Map(files.map((join) => [join.target.id, join]));
  const heads = await renewHeads(tx, recordId, [...targets.keys()]);
  return heads.flatMap(({ id, sizeBytes }) => {
    const join = targets.get(id);
    return join === undefined ? [] : [{ folderId: join.into.id, bytes: sizeBytes - join.target.sizeBytes }];
  });
}
