import { Messages, nameProblem, normalizeName, type NameCharacters } from '@vault/contract';

/**
 * Returns whether a typed name is empty or used by another folder. The person may still be typing, so no message is
 * shown yet.
 */
export function isUnfinishedName(
  typed: string,
  siblings: readonly string[],
  characters: NameCharacters = 'spec',
): boolean {
  const name = normalizeName(typed, characters);
  return name === '' || siblings.includes(name);
}

/**
 * FOLDER-02 … FOLDER-08: validates the typed name of a new folder.
 * @param typed the text of the field; it is trimmed first
 * @param siblings names of the loaded folders in the same parent @returns the message for the field; null when the name
 * may be sent (the server can still refuse it)
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
