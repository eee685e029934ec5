/** A file or folder of a worker. Its name is never used twice, so that a path identifies it. */
export interface Node {
  id: number;
  kind: 'folder' | 'file';
  name: string;
  /** null: the folder of the worker itself */
  parent: number | null;
  isTrashed: boolean;
  /** the path at the time when it was moved to the trash, which the trash shows */
  trashedAt: string;
  /** SHA-256 of the versions, the current one last */
  versions: readonly string[];
}

/** What the vault must contain for one worker. Operations return a changed copy. */
export interface State {
  nodes: ReadonlyMap<number, Node>;
  nextId: number;
  /** links to the folder of the worker */
  links: { active: number; deleted: number };
}

/** @param name of the worker's folder in the root of the record */
export function emptyState(name: string): State {
  const top: Node = {
    id: 0,
    kind: 'folder',
    name,
    parent: null,
    isTrashed: false,
    trashedAt: '',
    versions: [],
  };
  return { nodes: new Map([[0, top]]), nextId: 1, links: { active: 0, deleted: 0 } };
}

export function nodeOf(state: State, id: number): Node {
  const node = state.nodes.get(id);
  if (node === undefined) throw new Error(`there is no node ${id}`);
  return node;
}

/** The path of a node in its record. */
export function pathOf(state: State, id: number): string {
  const { name, parent } = nodeOf(state, id);
  return parent === null ? name : `${pathOf(state, parent)}/${name}`;
}

/** Whether neither the node nor a folder above it is in the trash. */
export function isLive(state: State, id: number): boolean {
  const { isTrashed, parent } = nodeOf(state, id);
  return !isTrashed && (parent === null || isLive(state, parent));
}

export const childrenOf = (state: State, id: number): Node[] =>
  [...state.nodes.values()].filter(({ parent }) => parent === id);

/** All nodes below a node, and the node itself first. */
export function subtreeOf(state: State, id: number): Node[] {
  return [nodeOf(state, id), ...childrenOf(state, id).flatMap((child) => subtreeOf(state, child.id))];
}

export const liveNodes = (state: State): Node[] =>
  [...state.nodes.values()].filter(({ id }) => isLive(state, id));

/** Adds a node. @returns the state with it, and its id */
export function addNode(
  state: State,
  node: Omit<Node, 'id' | 'isTrashed' | 'trashedAt'>,
): { state: State; id: number } {
  const id = state.nextId;
  const nodes = new Map(state.nodes).set(id, { ...node, id, isTrashed: false, trashedAt: '' });
  return { state: { ...state, nodes, nextId: id + 1 }, id };
}

/** Changes fields of nodes. */
export function changeNodes(state: State, ids: readonly number[], change: Partial<Node>): State {
  const nodes = new Map(state.nodes);
  for (const id of ids) nodes.set(id, { ...nodeOf(state, id), ...change });
  return { ...state, nodes };
}

/** Removes a node and all nodes below it. */
export function removeNode(state: State, id: number): State {
  const nodes = new Map(state.nodes);
  for (const node of subtreeOf(state, id)) nodes.delete(node.id);
  return { ...state, nodes };
}

/** Adds copies of a node and of its live nodes below another folder. A copy of a file has its current version only. */
export function copyNode(state: State, id: number, parent: number): State {
  const { kind, name, versions } = nodeOf(state, id);
  const added = addNode(state, { kind, name, parent, versions: versions.slice(-1) });
  return childrenOf(state, id)
    .filter((child) => !child.isTrashed)
    .reduce((copied, child) => copyNode(copied, child.id, added.id), added.state);
}

/** The state in lines, for comparison with what the vault shows. */
export function linesOf(state: State): string[] {
  const live = liveNodes(state).map(({ id, kind, versions }) =>
    kind === 'folder'
      ? `${pathOf(state, id)}/`
      : fileLine(pathOf(state, id), versions.length, versions.at(-1)),
  );
  const trash = [...state.nodes.values()]
    .filter(({ isTrashed }) => isTrashed)
    .map(({ kind, trashedAt }) => trashLine(kind, trashedAt));
  return [...live, ...trash, linksLine(state.links)].toSorted();
}

export const fileLine = (path: string, versions: number, hash = ''): string =>
  `${path} ${versions} versions, ${hash}`;
export const trashLine = (kind: Node['kind'], path: string): string => `trash: ${kind} ${path}`;
export const linksLine = ({ active, deleted }: State['links']): string =>
  `links: ${active} active, ${deleted} deleted`;
