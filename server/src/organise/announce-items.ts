import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { Plan } from './merge-rules.ts';

/**
 * Sends a live event to open pages: items of folders were added, removed or changed (C56).
 * @param folderIds the folders that hold or held them
 * @param withFolders true when folders are among the items, so that the folder tree has changed
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
 * Sends the live events of a plan after the transaction that carries it out.
 * @param isMove true when the items leave their folders
 */
export function announcePlan(
  tx: Transaction<DB>,
  recordId: string,
  { plan: { placed, merged }, isMove }: { plan: Plan; isMove: boolean },
): void {
  const placements = [...placed, ...merged];
  const into = placements.map((placement) => placement.into.id);
  const from = isMove ? placements.map(({ item }) => item.parentId) : [];
  const withFolders = placements.some(({ item }) => item.kind === 'folder');
  announceItems(tx, recordId, { folderIds: [...into, ...from], withFolders });
  const leaves =
    merged.length > 0 || placed.some((placement) => placement.item.parentId !== placement.into.id);
  // Links show the folders of their targets.
  if (isMove && leaves) announce(tx, { recordId, type: 'links' });
}
