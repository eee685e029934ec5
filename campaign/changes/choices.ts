import type { Random } from '../support/random.ts';
import { liveNodes, type Node, type State, subtreeOf } from './model.ts';

/** What the choice of an operation needs. */
export interface ChoiceDeps {
  state: State;
  random: Random;
  /** returns a name that was not used before */
  freshName: (suffix?: string) => string;
  /** the path of the worker's folder */
  top: string;
}

/** @returns a live folder, or the folder of the worker */
export function pickFolder({ state, random }: ChoiceDeps): Node {
  return random.pick(liveNodes(state).filter(({ kind }) => kind === 'folder'));
}

/** @returns a live item, never the folder of the worker; null when there is none */
export function pickItem({ state, random }: ChoiceDeps, kind: Node['kind']): Node | null {
  const nodes = liveNodes(state).filter((node) => node.kind === kind && node.parent !== null);
  return nodes.length === 0 ? null : random.pick(nodes);
}

/** @returns one to three live items of which none is below another one; [] when there is none */
export function pickItems({ state, random }: ChoiceDeps): Node[] {
  const nodes = liveNodes(state).filter(({ parent }) => parent !== null);
  if (nodes.length === 0) return [];
  const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(nodes));
  const isBelowAnother = ({ id }: Node) =>
    chosen.some((other) => other.id !== id && subtreeOf(state, other.id).some((node) => node.id === id));
  return [...new Set(chosen)].filter((node) => !isBelowAnother(node));
}
