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

/** What is needed of an item of a list to organise it. */
export type OrganisedItem = Pick<Item, 'sfid' | 'name' | 'fileType' | 'folderPath' | 'parentFolderSfid'>;

/** Whether the folder is the parent of any of the items. */
export const isInFolder = (items: readonly OrganisedItem[], folder: Pick<Folder, 'id'>): boolean =>
  items.some(({ parentFolderSfid }) => parentFolderSfid === folder.id);

/**
 * COPYMOVE-08 … COPYMOVE-10: why items cannot go into a folder: it is the parent of any of them (T-58), or one of the
 * folders among them, or lies below one.
 * @returns the exact text of the tooltip; null when they can
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

/** COPYMOVE-20, NAME-06: the character rule for all names together, with one warning; null when all are right. */
export function namesProblem(
  items: readonly OrganisedItem[],
  characters: NameCharacters = 'spec',
): string | null {
  const problems = items.map(({ name }) => characterProblem(normalizeName(name, characters), characters));
  return problems.find((problem) => problem !== null) ?? null;
}

/**
 * Items as the calls take them. A folder's path is that of the tree where the tree knows it, for it may have become
 * another one since the list was loaded.
 */
export function loadOf(items: readonly OrganisedItem[], index: FolderIndex | undefined) {
  return {
    sfids: items.filter((item) => !isFolder(item)).map(({ sfid }) => sfid),
    paths: items.filter(isFolder).map(({ sfid, folderPath }) => index?.byId.get(sfid)?.path ?? folderPath),
  };
}

/** The path of the folder in which an item lies (D-07). */
export function parentPathOf(item: OrganisedItem): string {
  const { folderPath: path } = item;
  return isFolder(item) ? path.slice(0, Math.max(0, path.lastIndexOf('/'))) : path;
}

/** So many letters of a name stand in a sentence. */
const LONGEST_NAME = 48;

/** A name for the middle of a sentence: a long one loses its middle. */
export function shortName(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, 30)}…${name.slice(-16)}`;
}
