import {
  characterProblem,
  intoSubfolder,
  Messages,
  normalizeName,
  type Item,
  type NameCharacters,
} from '@vault/contract';
import { chainTo, isFolder, type Folder, type FolderIndex } from '../tree/index.ts';

export type RelocateAction = 'copy' | 'move';

/** The fields of a list item that the actions need. */
export type OrganisedItem = Pick<Item, 'sfid' | 'name' | 'fileType' | 'folderPath' | 'parentFolderSfid'>;

/** Returns whether the folder is the parent of any of the items. */
export const isInFolder = (items: readonly OrganisedItem[], folder: Pick<Folder, 'id'>): boolean =>
  items.some(({ parentFolderSfid }) => parentFolderSfid === folder.id);

/**
 * COPYMOVE-08 … COPYMOVE-10: checks a target folder: it must not be the parent of any item (T-58), nor one of the
 * items, nor a folder below one of them.
 * @returns the exact text of the tooltip; null when the folder is allowed
 */
export function targetProblem(
  action: RelocateAction,
  items: readonly OrganisedItem[],
  { target, index }: { target: Folder; index: FolderIndex },
): string | null {
  if (isInFolder(items, target)) return Messages.sameFolder;
  const ids = new Set(items.filter(isFolder).map(({ sfid }) => sfid));
  const isInside = ids.size > 0 && chainTo(index, target).some(({ id }) => ids.has(id));
  return isInside ? intoSubfolder(action) : null;
}

/**
 * COPYMOVE-20, NAME-06: checks the characters of all names. Returns one warning for all of them; null when all are
 * valid.
 */
export function namesProblem(
  items: readonly OrganisedItem[],
  characters: NameCharacters = 'spec',
): string | null {
  const problems = items.map(({ name }) => characterProblem(normalizeName(name, characters), characters));
  return problems.find((problem) => problem !== null) ?? null;
}

/**
 * Returns items in the form of the calls. The path of a folder is taken from the tree, if the tree is loaded, because
 * the path in the list may be out of date.
 */
export function loadOf(items: readonly OrganisedItem[], index: FolderIndex | undefined) {
  return {
    sfids: items.filter((item) => !isFolder(item)).map(({ sfid }) => sfid),
    paths: items.filter(isFolder).map(({ sfid, folderPath }) => index?.byId.get(sfid)?.path ?? folderPath),
  };
}

/** Returns the path of the folder that contains an item (D-07). */
export function parentPathOf(item: OrganisedItem): string {
  const { folderPath: path } = item;
  return isFolder(item) ? path.slice(0, Math.max(0, path.lastIndexOf('/'))) : path;
}

/** The maximum length of a name in a sentence. */
const LONGEST_NAME = 48;

/** Returns a name for a sentence; a long name is cut in its middle. */
export function shortName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, 30)}…${name.slice(-16)}`;
}
