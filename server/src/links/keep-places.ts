import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { linksPlacedBy, setPlaces } from './link.queries.ts';
import { placesOf } from './places.queries.ts';

/**
 * D-43: stores the locations of links whose items are about to be permanently deleted or to lose their folder, so that
 * the list continues to show the last known location. Call it while their ancestors exist.
 */
export async function keepPlaces(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<void> {
  const links = await linksPlacedBy(tx, recordId, itemIds);
  if (links.length === 0) return;
  const places = await placesOf(
    tx,
    recordId,
    links.map(({ folderId }) => folderId),
  );
  await setPlaces(
    tx,
    recordId,
    links.flatMap(({ linkId, folderId }) => {
      const place = places.get(folderId);
      return place === undefined ? [] : [{ linkId, folderId, location: place.path }];
    }),
  );
}
