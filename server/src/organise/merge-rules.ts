/** A live file or folder, with the fields that the planner needs. */
export interface PlanItem {
  id: string;
  parentId: string;
  kind: 'folder' | 'file';
  name: string;
  /** a file: its current version; a folder: all live items below it */
  sizeBytes: number;
  /** 0 for folders */
  versionCount: number;
}

/** A folder that receives items. */
export interface TargetFolder {
  id: string;
  /** true if this operation moves or creates the folder too; for a copy, `id` is then the id of the source folder */
  isNew: boolean;
  /** its path after the operation */
  path: string;
}

/** An item that is to be placed in a folder, under its new name. */
export interface Placement {
  item: PlanItem;
  name: string;
  into: TargetFolder;
}

/** A placement that is merged into an item of the same kind and name. */
export interface PlannedMerge extends Placement {
  target: PlanItem;
  /** as `isNew` of a target folder */
  targetIsNew: boolean;
}

/**
 * The complete result of a move, a copy or a rename; the code that carries it out makes no decisions.
 * - An item in `placed` gets its new folder. A folder takes everything below it along.
 * - A file in `merged` gives its versions to its target. A folder in `merged` disappears; its children are themselves
 *   placed or merged.
 */
export interface Plan {
  placed: Placement[];
  merged: PlannedMerge[];
}

interface Occupant {
  item: PlanItem;
  isNew: boolean;
}

/**
 * Plans one level. When several placements have one name in one folder, the first is placed and the others are merged
 * into it. When the folder already contains an item of that name, all are merged into that item (D-13). Folders are
 * merged only with folders, and files only with files (D-10).
 * @param present the items in the target folders with the placements' names, without those that leave
 */
export function planLevel(placements: readonly Placement[], present: readonly PlanItem[]): Plan {
  const byName = new Map(present.map((item) => [`${item.parentId}/${item.kind}/${item.name}`, item]));
  const occupants = new Map<string, Occupant>();
  const plan: Plan = { placed: [], merged: [] };
  for (const placement of placements) {
    const { item, name, into } = placement;
    const key = `${into.id}/${item.kind}/${name}`;
    const position = `${into.isNew}/${key}`;
    const found = byName.get(key);
    const occupant =
      occupants.get(position) ?? (found === undefined ? null : { item: found, isNew: into.isNew });
    occupants.set(position, occupant ?? { item, isNew: true });
    if (occupant === null) plan.placed.push(placement);
    else plan.merged.push({ ...placement, target: occupant.item, targetIsNew: occupant.isNew });
  }
  return plan;
}

/** The target folder for the children of a merged folder. */
export function targetFolderOfMerge({ target, targetIsNew, name, into }: PlannedMerge): TargetFolder {
  const path = into.path === '' ? name : `${into.path}/${name}`;
  return { id: target.id, isNew: targetIsNew, path };
}
