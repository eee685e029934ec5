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
  /** true if this operation brings the folder; for a copy, `id` is then the source's id */
  isNew: boolean;
  /** its path after the operation */
  path: string;
}

/** An item that is to be placed in a folder, under its new name. */
export interface Arrival {
  item: PlanItem;
  name: string;
  into: TargetFolder;
}

/** An arrival that is merged into an item of the same kind and name. */
export interface Join extends Arrival {
  target: PlanItem;
  /** as `isNew` of a target folder */
  targetIsNew: boolean;
}

/**
 * The complete result of a move, a copy or a rename; the code that carries it out makes no decisions.
 * - an item in `placed` gets its new folder, a folder with everything below it;
 * - a file in `joined` gives its versions to its target, a folder is merged into it: its children are themselves placed
 *   or joined.
 */
export interface Plan {
  placed: Arrival[];
  joined: Join[];
}

interface Occupant {
  item: PlanItem;
  isNew: boolean;
}

/**
 * One level of a plan: of arrivals with one name in one folder the first one is placed and the others join it. If the
 * folder already contains an item of that name, all of them join that one (D-13; D-10: folders with folders, files with
 * files).
 * @param present the items in the target folders with the arrivals' names, without those that leave
 */
export function planLevel(arrivals: readonly Arrival[], present: readonly PlanItem[]): Plan {
  const byName = new Map(present.map((item) => [`${item.parentId}/${item.kind}/${item.name}`, item]));
  const occupants = new Map<string, Occupant>();
  const plan: Plan = { placed: [], joined: [] };
  for (const arrival of arrivals) {
    const { item, name, into } = arrival;
    const key = `${into.id}/${item.kind}/${name}`;
    const place = `${into.isNew}/${key}`;
    const found = byName.get(key);
    const occupant =
      occupants.get(place) ?? (found === undefined ? null : { item: found, isNew: into.isNew });
    occupants.set(place, occupant ?? { item, isNew: true });
    if (occupant === null) plan.placed.push(arrival);
    else plan.joined.push({ ...arrival, target: occupant.item, targetIsNew: occupant.isNew });
  }
  return plan;
}

/** The target folder for the children of a merged folder. */
export function targetFolderOfJoin({ target, targetIsNew, name, into }: Join): TargetFolder {
  const path = into.path === '' ? name : `${into.path}/${name}`;
  return { id: target.id, isNew: targetIsNew, path };
}
