import { Messages, nameProblem, normalizeName, type NameCharacters } from '@vault/contract';

/** FOLDER-05 */
export const DEFAULT_FOLDER_NAME = 'New Folder';

/** Whether a typed name is empty or that of a sibling; typing on makes another one of it. */
export function isUnfinishedName(
  typed: string,
  siblings: readonly string[],
  characters: NameCharacters = 'spec',
): boolean {
  const name = normalizeName(typed, characters);
  return name === '' || siblings.includes(name);
}

/**
 * FOLDER-02 … FOLDER-08: what is wrong with a typed name of a new folder, as the message for the field.
 * @param typed as it stands in the field; it is trimmed first
 * @param siblings names of the folders in the same parent, as far as they are known here
 * @returns null when it may be sent; the server has the last word
 */
export function folderNameProblem(
  typed: string,
  siblings: readonly string[],
  characters: NameCharacters = 'spec',
): string | null {
  const name = normalizeName(typed, characters);
  const problem = nameProblem(name, 'folder', characters);
  if (problem !== null) return problem;
  return siblings.includes(name) ? Messages.folderExists : null;
}
