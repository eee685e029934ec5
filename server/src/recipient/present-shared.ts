import type { Item } from '@vault/contract';
import { type ListDeps, presentItem } from '../files/index.ts';
import type { LiveItem } from '../tree/index.ts';
import { statesOf } from './present-shared.queries.ts';

/** Returns the shared items of the link in the form of a list; their parent path is empty. */
export async function presentShared(
  { database, wopi }: ListDeps,
  items: readonly LiveItem[],
): Promise<Item[]> {
  const [first] = items;
  if (first === undefined) return [];
  const states = await statesOf(
    database.kysely,
    first.recordId,
    items.map(({ id }) => id),
  );
  return items.flatMap((item) => {
    const state = states.get(item.id);
    const parent = { id: item.parentId ?? item.id, path: '' };
    return state === undefined ? [] : [presentItem({ ...item, ...state }, parent, wopi)];
  });
}
