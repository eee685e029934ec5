import { contract } from '@vault/contract';
import type { Client } from '../../support/client.ts';
import { type ChoiceDeps, pickItems } from '../choices.ts';
import { itemsIn, trashIn } from '../found.ts';
import { requireItem } from '../lookups.ts';
import { changeNodes, isLive, type Node, pathOf, removeNode, type State, subtreeOf } from '../model.ts';
import type { Change } from './change.ts';

const { organise, trash } = contract;

export function moveToTrash(deps: ChoiceDeps): Change | null {
  const { state, top } = deps;
  const items = pickItems(deps).filter(({ id }) => subtreeOf(state, id).every(({ isTrashed }) => !isTrashed));
  if (items.length === 0) return null;
  const paths = items.map(({ id }) => pathOf(state, id));
  return {
    about: paths.join(', '),
    after: items.reduce((now, { id }) => withTrashed(now, id, pathOf(state, id)), state),
    async run(client) {
      const found = await itemsIn(client, top);
      const ids = paths.map((path) => requireItem(found, path).sfid).join(',');
      await client.data(organise.moveToTrash, { query: { ids } });
    },
  };
}

const withTrashed = (state: State, id: number, trashedAt: string): State =>
  changeNodes(state, [id], { isTrashed: true, trashedAt });

/** Restores an item whose folder is live: it returns to its former path. */
export function restore({ state, random, top }: ChoiceDeps): Change | null {
  const restorable = trashedNodes(state).filter(({ parent }) => parent !== null && isLive(state, parent));
  if (restorable.length === 0) return null;
  const { id, trashedAt: path } = random.pick(restorable);
  return {
    about: path,
    after: changeNodes(state, [id], { isTrashed: false }),
    async run(client) {
      const item = await trashedItem(client, top, path);
      await client.data(trash.restore, { query: {}, body: [item.id] });
    },
  };
}

export function deletePermanently({ state, random, top }: ChoiceDeps): Change | null {
  const trashed = trashedNodes(state);
  if (trashed.length === 0) return null;
  const { id, trashedAt: path } = random.pick(trashed);
  return {
    about: path,
    after: removeNode(state, id),
    async run(client) {
      const item = await trashedItem(client, top, path);
      await client.data(trash.remove, { query: { ids: item.id } });
    },
  };
}

/** @throws when the vault does not show the item in the trash */
async function trashedItem(client: Client, top: string, path: string) {
  return requireItem(await trashIn(client, top, path.split('/').at(-1)), path);
}

const trashedNodes = (state: State): Node[] => [...state.nodes.values()].filter(({ isTrashed }) => isTrashed);
