/** An entry of the trash to restore. */
export interface RestoredEntry {
  id: string;
  /** the folder that contained it; null when that folder was permanently deleted */
  parentId: string | null;
  /** path of that folder at the time of the deletion, '' for the root */
  originalPath: string;
}

/** An ancestor of entries of the trash. */
export interface FolderAbove {
  id: string;
  /** null for the root */
  parentId: string | null;
  isTrashed: boolean;
}

/** Items that are restored together: none of them is below another. */
export interface RestoreStep<Item extends RestoredEntry> {
  items: Item[];
  /** true when their folders are live; otherwise they are restored by their original paths (D-25) */
  hasParents: boolean;
}

/**
 * Computes the order of a restore, so that the result does not depend on the order of the ids. Items in live folders
 * are first, because they can be the folders of other items. The remaining items follow level by level.
 * @param above all ancestors of the items
 */
export function restoreOrderOf<Item extends RestoredEntry>(
  items: readonly Item[],
  above: readonly FolderAbove[],
): RestoreStep<Item>[] {
  const folders = new Map(above.map((folder) => [folder.id, { ...folder }]));
  const steps: RestoreStep<Item>[] = [];
  let pending = [...items];
  while (pending.length > 0) {
    const step = nextStep(pending, folders);
    steps.push(step);
    const restored = new Set<string>(step.items.map(({ id }) => id));
    for (const id of restored) {
      const folder = folders.get(id);
      if (folder === undefined) continue;
      folder.isTrashed = false;
      // An item that is restored by its path is in a live folder afterwards.
      if (!step.hasParents) folder.parentId = null;
    }
    pending = pending.filter(({ id }) => !restored.has(id));
  }
  return steps;
}

type Folders = ReadonlyMap<string, FolderAbove>;

function nextStep<Item extends RestoredEntry>(pending: readonly Item[], folders: Folders): RestoreStep<Item> {
  const isTrashed = createAncestorCheck(folders, (folder) => folder.isTrashed);
  const withParents = pending.filter(({ parentId }) => parentId !== null && !isTrashed(parentId));
  if (withParents.length > 0) return { items: withParents, hasParents: true };
  const ids = new Set(pending.map(({ id }) => id));
  const isBelowPending = createAncestorCheck(folders, ({ id }) => ids.has(id));
  const orphans = pending.filter(({ parentId }) => !isBelowPending(parentId));
  const top = Math.min(...orphans.map(depthOf));
  return { items: orphans.filter((item) => depthOf(item) === top), hasParents: false };
}

const depthOf = ({ originalPath }: RestoredEntry): number =>
  originalPath === '' ? 0 : originalPath.split('/').length;

/** Returns a function that checks a condition for a folder and its ancestors; each folder is checked once. */
function createAncestorCheck(
  folders: Folders,
  condition: (folder: FolderAbove) => boolean,
): (id: string | null) => boolean {
  const known = new Map<string, boolean>();
  return (id) => {
    const visited: string[] = [];
    let at = id;
    let answer = false;
    while (at !== null && !answer) {
      const folder = folders.get(at);
      if (folder === undefined) break;
      visited.push(at);
      answer = known.get(at) ?? condition(folder);
      at = known.has(at) ? null : folder.parentId;
    }
    for (const folderId of visited) known.set(folderId, answer);
    return answer;
  };
}
