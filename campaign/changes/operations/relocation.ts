import { contract } from '@vault/contract';
import { RECORDS } from '../../support/accounts.ts';
import { type ChoiceDeps, pickFolder, pickItems } from '../choices.ts';
import { itemsIn } from '../found.ts';
import { requireItem } from '../lookups.ts';
import { changeNodes, childrenOf, copyNode, type Node, pathOf, type State, subtreeOf } from '../model.ts';
import type { Change } from './change.ts';

const { organise } = contract;
const linkId = RECORDS.acme;

interface Relocation {
  items: readonly Node[];
  target: Node;
}

export function move(deps: ChoiceDeps): Change | null {
  const relocation = pickRelocation(deps);
  if (relocation === null) return null;
  const { items, target } = relocation;
  const ids = items.map(({ id }) => id);
  return changeBy(organise.move, relocation, deps, changeNodes(deps.state, ids, { parent: target.id }));
}

export function copy(deps: ChoiceDeps): Change | null {
  const relocation = pickRelocation(deps);
  if (relocation === null) return null;
  const { items, target } = relocation;
  const after = items.reduce((state, { id }) => copyNode(state, id, target.id), deps.state);
  return changeBy(organise.copy, relocation, deps, after);
}

/** Chooses items and a folder that can take all of them. */
function pickRelocation(deps: ChoiceDeps): Relocation | null {
  const { state } = deps;
  const target = pickFolder(deps);
  const items = pickItems(deps).filter((item) => fitsInto(state, item, target));
  const names = new Set(items.map(({ name }) => name));
  return items.length === 0 || names.size < items.length ? null : { items, target };
}

function fitsInto(state: State, { id, name, parent }: Node, target: Node): boolean {
  if (parent === target.id || subtreeOf(state, id).some((node) => node.id === target.id)) return false;
  // A copy keeps its name: the vault would merge it with an item of this name.
  return !childrenOf(state, target.id).some((child) => child.name === name);
}

function changeBy(
  call: typeof organise.move | typeof organise.copy,
  { items, target }: Relocation,
  { state, top }: ChoiceDeps,
  after: State,
): Change {
  const targetPath = pathOf(state, target.id);
  const paths = items.map(({ id }) => pathOf(state, id));
  return {
    about: `${paths.join(', ')} to ${targetPath}`,
    after,
    async run(client) {
      const shown = await itemsIn(client, top);
      const found = paths.map((path) => requireItem(shown, path));
      const sfids = found.filter(({ isFolder }) => !isFolder).map(({ sfid }) => sfid);
      const folders = found.filter(({ isFolder }) => isFolder).map(({ path }) => path);
      const body = { linkId, sfids, paths: folders, path: targetPath };
      const { outcome } = await client.data(call, { body });
      if (outcome !== 'done') throw new Error(`${call.name}: ${outcome}`);
    },
  };
}
