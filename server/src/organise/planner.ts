import { MAX_ITEMS_AT_ONCE } from '@vault/contract';
import { Errors } from '../http/index.ts';
import {
  type Arrival,
  type Join,
  type TargetFolder,
  targetFolderOfJoin,
  type Plan,
  type PlanItem,
  planLevel,
} from './level-rules.ts';

/** The planner's queries on the tree; one query per level for any number of items. */
export interface TreeView {
  /** live items with these names in these folders */
  itemsByName(
    wanted: readonly { parentId: string; kind: PlanItem['kind']; name: string }[],
  ): Promise<PlanItem[]>;
  /** all live children of these folders, at most `limit` */
  childrenOf(folderIds: readonly string[], limit: number): Promise<PlanItem[]>;
}

export interface PlanRequest {
  arrivals: readonly Arrival[];
  /** ids of the items that leave their folders: no item joins them there */
  leaving: ReadonlySet<string>;
}

/** The first level of a plan: it shows whether anything would be merged. */
export async function planArrivals(view: TreeView, { arrivals, leaving }: PlanRequest): Promise<Plan> {
  const wanted = arrivals.map(({ item, name, into }) => ({ parentId: into.id, kind: item.kind, name }));
  const present = await view.itemsByName(wanted);
  return planLevel(
    arrivals,
    present.filter(({ id }) => !leaving.has(id)),
  );
}

/**
 * The whole plan of a merge (D-13): folders of one name are joined level by level, as long as names are equal. An item
 * without a namesake is placed with everything below it, which is not read.
 * @throws 400 when more items are to be joined than one request is allowed to join
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

/** The children of the merged folders, as arrivals in the target folders. */
async function arrivalsBelow(view: TreeView, joined: readonly Join[], limit: number): Promise<Arrival[]> {
  const places = new Map<string, TargetFolder>();
  for (const join of joined)
    if (join.item.kind === 'folder') places.set(join.item.id, targetFolderOfJoin(join));
  if (places.size === 0) return [];
  const children = await view.childrenOf([...places.keys()], limit + 1);
  if (children.length > limit) throw Errors.tooManyItems();
  const byParent = Map.groupBy(children, ({ parentId }) => parentId);
  // In the order of their source folders: the first item of a name is the one that the others join.
  return [...places].flatMap(([folderId, into]) =>
    (byParent.get(folderId) ?? []).map((item) => ({ item, name: item.name, into })),
  );
}
