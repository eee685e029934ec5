import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { Plan } from './level-rules.ts';

/**
 * Sends a live event to open pages: items of folders were added, removed or changed (C56).
 * @param folderIds the folders that hold or held them
 * @param withFolders whether folders are among them, so that the tree has changed
 */
export function announceItems(
  tx: Transaction<DB>,
  recordId: string,
  { folderIds, withFolders }: { folderIds: Iterable<string>; withFolders: boolean },
): void {
  announce(tx, { recordId, type: 'list', folderIds });
  if (withFolders) announce(tx, { recordId, type: 'tree' });
}

/**
 * Sends the live events of a plan, once it is carried out.
 * @param isMove whether its items leave their folders
 */
export function announcePlan(
  tx: Transaction<DB>,
  recordId: string,
  { plan: { placed, joined }, isMove }: { plan: Plan; isMove: boolean },
): void {
  const arrivals = [...placed, ...joined];
  const into = arrivals.map((arrival) => arrival.into.id);
  const from = isMove ? arrivals.map(({ item }) => item.parentId) : [];
  const withFolders = arrivals.some(({ item }) => item.kind === 'folder');
  announceItems(tx, recordId, { folderIds: [...into, ...from], withFolders });
  const leaves = joined.length > 0 || placed.some((arrival) => arrival.item.parentId !== arrival.into.id);
  // Links show the folders of their targets.
  if (isMove && leaves) announce(tx, { recordId, type: 'links' });
}
