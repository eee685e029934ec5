import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { linksPlacedBy, setPlaces } from './link.queries.ts';
import { placesOf } from './places.queries.ts';

/**
 * D-43: writes down where links lie whose items are about to be gone for ever, or about to lose their folder, so that
 * the list goes on showing the last known place. To be called while the folders above still stand.
 */
export async function keepPlaces(
  tx: Kysely<DB>,
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
