/** A live file or folder, as the planner needs it. */
export interface PlanItem {
  id: string;
  parentId: string;
  kind: 'folder' | 'file';
  name: string;
  /** a file: its current version; a folder: everything live below it */
  sizeBytes: number;
  /** 0 for folders */
  versionCount: number;
}

/** A folder that receives items. */
export interface Place {
  id: string;
  /** whether it is itself brought by this operation: of a copy the copy is meant, not the folder with this id */
  isBrought: boolean;
  /** the path that it has afterwards */
  path: string;
}

/** An item on its way into a folder, under the name that it is to have there. */
export interface Arrival {
  item: PlanItem;
  name: string;
  into: Place;
}

/** An arrival that finds one of its kind and name, and becomes part of that one. */
export interface Join extends Arrival {
  target: PlanItem;
  /** as of a place */
  targetIsBrought: boolean;
}

/**
 * What a move, a copy or a rename does. Nothing else happens: who carries it out makes no decisions.
 * - what is `placed` comes into its place, a folder with everything below it;
 * - a file that is `joined` gives its versions to its target, a folder dissolves in it: its children are themselves
 *   placed or joined.
 */
export interface Plan {
  placed: Arrival[];
  joined: Join[];
}

interface Occupant {
  item: PlanItem;
  isBrought: boolean;
}

/**
 * One level of a plan: of arrivals with one name in one place the first one is placed and the others join it, unless
 * one of that name lies there already: then all of them join that one (D-13; D-10: folders with folders, files with
 * files).
 * @param present what lies in the places under the arrivals' names; those that leave are left out
 */
export function planLevel(arrivals: readonly Arrival[], present: readonly PlanItem[]): Plan {
  const lying = new Map(present.map((item) => [`${item.parentId}/${item.kind}/${item.name}`, item]));
  const occupants = new Map<string, Occupant>();
  const plan: Plan = { placed: [], joined: [] };
  for (const arrival of arrivals) {
    const { item, name, into } = arrival;
    const key = `${into.id}/${item.kind}/${name}`;
    const place = `${into.isBrought}/${key}`;
    const found = lying.get(key);
    const occupant =
      occupants.get(place) ?? (found === undefined ? null : { item: found, isBrought: into.isBrought });
    occupants.set(place, occupant ?? { item, isBrought: true });
    if (occupant === null) plan.placed.push(arrival);
    else plan.joined.push({ ...arrival, target: occupant.item, targetIsBrought: occupant.isBrought });
  }
  return plan;
}

/** The folder in which a joined folder dissolves, as the place of its children. */
export function placeOfJoin({ target, targetIsBrought, name, into }: Join): Place {
  const path = into.path === '' ? name : `${into.path}/${name}`;
  return { id: target.id, isBrought: targetIsBrought, path };
}
