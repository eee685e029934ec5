import type { LinkTargetState } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { liveItemsOfRecord } from '../tree/index.ts';
import { itemIdsOf, type LinkRow, type Target, targetsOf } from './link.queries.ts';
import { type Location, locationsOf } from './locations.queries.ts';

/** Contract 10.17: true when a target exists, live or in the trash. @param folder its parent */
export function isStored(target: Target | undefined, folder: Location | undefined): boolean {
  if (target === undefined || target.isGone) return false;
  return target.hasEntry || folder?.isGone !== true;
}

/**
 * USE-16: the states of links without a live target: 'InTrash' while one of the targets can be restored, otherwise
 * 'Gone'. It runs at most five queries. It reads all items of a link only when the first one is not live.
 * @returns the states by id of the link, without links that have a live target
 */
export async function targetStatesOf(
  db: Kysely<DB>,
  recordId: string,
  rows: readonly Pick<LinkRow, 'id' | 'items'>[],
): Promise<Map<string, LinkTargetState>> {
  const firstOf = ({ items: [first] }: Pick<LinkRow, 'items'>) => first?.id ?? '';
  const firstLive = await liveItemsOfRecord(db, recordId, rows.map(firstOf));
  const others = rows.filter((row) => !firstLive.has(firstOf(row)));
  const states = new Map<string, LinkTargetState>();
  if (others.length === 0) return states;
  const itemIds = await itemIdsOf(
    db,
    recordId,
    others.map(({ id }) => id),
  );
  const all = [...itemIds.values()].flat();
  const live = await liveItemsOfRecord(db, recordId, all);
  const targets = await targetsOf(db, recordId, all);
  const folders = [...targets.values()].flatMap(({ parentId }) => parentId ?? []);
  const locations = await locationsOf(db, recordId, folders);
  const canBeRestored = (id: string) => {
    const target = targets.get(id);
    return isStored(target, locations.get(target?.parentId ?? ''));
  };
  for (const { id } of others) {
    const ids = itemIds.get(id) ?? [];
    if (ids.some((one) => live.has(one))) continue;
    states.set(id, ids.some(canBeRestored) ? 'InTrash' : 'Gone');
  }
  return states;
}
