import { MAX_ITEMS_AT_ONCE } from '@vault/contract';
import { Errors } from '../http/index.ts';
import {
  type Placement,
  type PlannedMerge,
  type TargetFolder,
  targetFolderOfMerge,
  type Plan,
  type PlanItem,
  planLevel,
} from './merge-rules.ts';

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
  placements: readonly Placement[];
  /** ids of the items that leave their folders: no item is merged into them there */
  leaving: ReadonlySet<string>;
}

/** Reads and plans one level. The first level of a request shows whether anything would be merged. */
export async function planOneLevel(view: TreeView, { placements, leaving }: PlanRequest): Promise<Plan> {
  const wanted = placements.map(({ item, name, into }) => ({ parentId: into.id, kind: item.kind, name }));
  const present = await view.itemsByName(wanted);
  return planLevel(
    placements,
    present.filter(({ id }) => !leaving.has(id)),
  );
}

/**
 * Makes the complete plan of a merge (D-13). Folders with equal names are merged level by level. An item whose name the
 * target folder does not have is placed with everything below it, which is not read.
 * @throws 400 when more items are to be merged than one request is allowed to merge
 */
export async function planMerge(view: TreeView, request: PlanRequest): Promise<Plan> {
  const plan: Plan = { placed: [], merged: [] };
  let { placements } = request;
  let count = 0;
  while (placements.length > 0) {
    const level = await planOneLevel(view, { ...request, placements });
    for (const placement of level.placed) plan.placed.push(placement);
    for (const merge of level.merged) plan.merged.push(merge);
    count += placements.length;
    placements = await placementsBelow(view, level.merged, MAX_ITEMS_AT_ONCE - count);
  }
  return plan;
}

/** The children of the merged folders, as placements in the target folders. */
async function placementsBelow(
  view: TreeView,
  merged: readonly PlannedMerge[],
  limit: number,
): Promise<Placement[]> {
  const targets = new Map<string, TargetFolder>();
  for (const merge of merged)
    if (merge.item.kind === 'folder') targets.set(merge.item.id, targetFolderOfMerge(merge));
  if (targets.size === 0) return [];
  const children = await view.childrenOf([...targets.keys()], limit + 1);
  if (children.length > limit) throw Errors.tooManyItems();
  const byParent = Map.groupBy(children, ({ parentId }) => parentId);
  // Ordered by source folder: the first item of a name is the one that stays, and the others are merged into it.
  return [...targets].flatMap(([folderId, into]) =>
    (byParent.get(folderId) ?? []).map((item) => ({ item, name: item.name, into })),
  );
}
