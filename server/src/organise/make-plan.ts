import { MAX_ITEMS_AT_ONCE } from '@vault/contract';
import { Errors } from '../http/index.ts';
import {
  type Arrival,
  type Join,
  type Place,
  placeOfJoin,
  type Plan,
  type PlanItem,
  planLevel,
} from './plan.ts';

/** What the planner asks of the tree; one question a level, however many items there are. */
export interface TreeView {
  /** live items with these names in these folders */
  namesakes(
    wanted: readonly { parentId: string; kind: PlanItem['kind']; name: string }[],
  ): Promise<PlanItem[]>;
  /** all live children of these folders, at most `limit` */
  childrenOf(folderIds: readonly string[], limit: number): Promise<PlanItem[]>;
}

export interface PlanRequest {
  arrivals: readonly Arrival[];
  /** ids of what does not stay where it is: nothing joins it there */
  leaving: ReadonlySet<string>;
}

/** The first level of a plan: whether there is anything to merge shows here. */
export async function planArrivals(view: TreeView, { arrivals, leaving }: PlanRequest): Promise<Plan> {
  const wanted = arrivals.map(({ item, name, into }) => ({ parentId: into.id, kind: item.kind, name }));
  const present = await view.namesakes(wanted);
  return planLevel(
    arrivals,
    present.filter(({ id }) => !leaving.has(id)),
  );
}

/**
 * The whole plan of a merge (D-13): folders of one name are joined level by level, down to where nothing meets. What
 * meets nothing is placed with everything below it, and what is below it is not looked at.
 * @throws 400 when more items are to be joined than one request may
 */
export async function planMerge(view: TreeView, request: PlanRequest): Promise<Plan> {
  const plan: Plan = { placed: [], joined: [] };
  let { arrivals } = request;
  let count = 0;
  while (arrivals.length > 0) {
    const level = await planArrivals(view, { ...request, arrivals });
    for (const arrival of level.placed) plan.placed.push(arrival);
    for (const join of level.joined) plan.joined.push(join);
    count += arrivals.length;
    arrivals = await arrivalsBelow(view, level.joined, MAX_ITEMS_AT_ONCE - count);
  }
  return plan;
}

/** The children of the folders that dissolve, on their way into the folders that these join. */
async function arrivalsBelow(view: TreeView, joined: readonly Join[], limit: number): Promise<Arrival[]> {
  const places = new Map<string, Place>();
  for (const join of joined) if (join.item.kind === 'folder') places.set(join.item.id, placeOfJoin(join));
  if (places.size === 0) return [];
  const children = await view.childrenOf([...places.keys()], limit + 1);
  if (children.length > limit) throw Errors.tooManyItems();
  const byParent = Map.groupBy(children, ({ parentId }) => parentId);
  // In the order of the folders that they come from: the first of one name is the one that the others join.
  return [...places].flatMap(([folderId, into]) =>
    (byParent.get(folderId) ?? []).map((item) => ({ item, name: item.name, into })),
  );
}
