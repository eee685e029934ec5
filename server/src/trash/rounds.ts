/** An entry of the trash that is to come back. */
export interface ReturningItem {
  id: string;
  /** the folder in which it lay; null: that folder was deleted for ever */
  parentId: string | null;
  /** path of that folder when the item was deleted, '' for the root */
  originalPath: string;
}

/** A folder above entries of the trash. */
export interface FolderAbove {
  id: string;
  /** null for the root */
  parentId: string | null;
  isTrashed: boolean;
}

/** Items that come back together: none of them lies below another one. */
export interface Round<Item extends ReturningItem> {
  items: Item[];
  /** whether the folders in which they lay are there; else they come back by their original paths (D-25) */
  hasParents: boolean;
}

/**
 * The order in which items come back, so that the result does not depend on the order in which they are named:
 * first what finds its folder, which may bring back the folder of others; then, level by level, what finds none.
 * @param above all folders above the items
 */
export function roundsOf<Item extends ReturningItem>(
  items: readonly Item[],
  above: readonly FolderAbove[],
): Round<Item>[] {
  const folders = new Map(above.map((folder) => [folder.id, { ...folder }]));
  const rounds: Round<Item>[] = [];
  let pending = [...items];
  while (pending.length > 0) {
    const round = nextRound(pending, folders);
    rounds.push(round);
    const restored = new Set<string>(round.items.map(({ id }) => id));
    for (const id of restored) {
      const folder = folders.get(id);
      if (folder === undefined) continue;
      folder.isTrashed = false;
      // What comes back by its path lies in a live folder from then on, whichever that is.
      if (!round.hasParents) folder.parentId = null;
    }
    pending = pending.filter(({ id }) => !restored.has(id));
  }
  return rounds;
}

type Folders = ReadonlyMap<string, FolderAbove>;

function nextRound<Item extends ReturningItem>(pending: readonly Item[], folders: Folders): Round<Item> {
  const isTrashed = climber(folders, (folder) => folder.isTrashed);
  const atHome = pending.filter(({ parentId }) => parentId !== null && !isTrashed(parentId));
  if (atHome.length > 0) return { items: atHome, hasParents: true };
  const ids = new Set(pending.map(({ id }) => id));
  const isBelowPending = climber(folders, ({ id }) => ids.has(id));
  const orphans = pending.filter(({ parentId }) => !isBelowPending(parentId));
  const top = Math.min(...orphans.map(depthOf));
  return { items: orphans.filter((item) => depthOf(item) === top), hasParents: false };
}

const depthOf = ({ originalPath }: ReturningItem): number =>
  originalPath === '' ? 0 : originalPath.split('/').length;

/** Tells whether something holds for a folder or one above it; looks at each folder once. */
function climber(folders: Folders, holds: (folder: FolderAbove) => boolean): (id: string | null) => boolean {
  const known = new Map<string, boolean>();
  return (id) => {
    const climbed: string[] = [];
    let at = id;
    let answer = false;
    while (at !== null && !answer) {
      const folder = folders.get(at);
      if (folder === undefined) break;
      climbed.push(at);
      answer = known.get(at) ?? holds(folder);
      at = known.has(at) ? null : folder.parentId;
    }
    for (const folderId of climbed) known.set(folderId, answer);
    return answer;
  };
}
