import type { Random } from '../support/random.ts';
import { liveNodes, type Node, type State, subtreeOf } from './model.ts';

/** What the choice of an operation needs. */
export interface Deps {
  state: State;
  random: Random;
  /** a name that was not used before */
  freshName: (suffix?: string) => string;
  top: string;
}

/** A live folder, perhaps that of the worker itself. */
export function someFolder(deps: Deps): Node {
  return deps.random.pick(liveNodes(deps.state).filter(({ kind }) => kind === 'folder'));
}

/** A live item that is not the folder of the worker. */
export function someOf({ state, random }: Deps, kind: Node['kind']): Node | null {
  const nodes = liveNodes(state).filter((node) => node.kind === kind && node.parent !== null);
  return nodes.length === 0 ? null : random.pick(nodes);
}

/** One to three live items, none of them below another one. */
export function someItems({ state, random }: Deps): Node[] {
  const nodes = liveNodes(state).filter(({ parent }) => parent !== null);
  if (nodes.length === 0) return [];
  const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(nodes));
  return [...new Set(chosen)].filter(
    ({ id }) =>
      !chosen.some((other) => other.id !== id && subtreeOf(state, other.id).some((node) => node.id === id)),
  );
}
