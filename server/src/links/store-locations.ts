import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { linksByFirstItem, updateLocations } from './link.queries.ts';
import { locationsOf } from './locations.queries.ts';

/**
 * D-43: stores the locations of links whose items are about to be permanently deleted or to lose their folder, so that
 * the list continues to show the last known location. Call it while their ancestors exist.
 */
export async function storeLocations(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  const links = await linksByFirstItem(tx, recordId, itemIds);
  if (links.length === 0) return;
  const locations = await locationsOf(
    tx,
    recordId,
    links.map(({ folderId }) => folderId),
  );
  await updateLocations(
    tx,
    recordId,
    links.flatMap(({ linkId, folderId }) => {
      const folder = locations.get(folderId);
      return folder === undefined ? [] : [{ linkId, folderId, location: folder.path }];
    }),
  );
}
