import { nameProblem, normalizeName, type NameCharacters } from '@vault/contract';
import { isFolder } from '../tree/index.ts';
import { folderNameProblem } from './folder-name.ts';
import type { OrganisedItem } from './target.ts';

/**
 * RENAME-02 … RENAME-05, RENAME-12: validates a new name and returns the message for the field.
 * @param siblings names of the other folders in the parent; name conflicts of files are checked by the server (T-18)
 */
export function renameProblem(
  item: Pick<OrganisedItem, 'fileType'>,
  typed: string,
  siblings: readonly string[],
  characters: NameCharacters = 'spec',
): string | null {
  if (isFolder(item)) return folderNameProblem(typed, siblings, characters);
  return nameProblem(normalizeName(typed, characters), 'file', characters);
}

/**
 * Returns how many letters of a name are selected at first: without the extension of a file, which usually stays
 * (RENAME-12).
 */
export function stemLength({ name, fileType }: Pick<OrganisedItem, 'name' | 'fileType'>): number {
  const dot = name.lastIndexOf('.');
  return fileType === 'folder' || dot <= 0 ? name.length : dot;
}
