import { MAX_FOLDER_DEPTH, MAX_FOLDER_PATH } from './limits.ts';
import { Messages, type MessageText } from './messages.ts';

/** The size of a folder's path. */
export interface PathSize {
  /** levels: 1 for a child of the root */
  depth: number;
  /** Unicode characters, with the '/' between the names */
  characters: number;
}

export type FolderPathProblem = MessageText<'folderTooDeep' | 'folderPathTooLong'>;

/** @returns the levels and characters of a folder's path (D-06); 0 and 0 for the root */
export const sizeOfPath = (path: string): PathSize => ({
  depth: path === '' ? 0 : path.split('/').length,
  characters: Array.from(path).length,
});

/** @returns the message for the person when a folder's path has more levels or characters than allowed, else null */
export function pathSizeProblem({ depth, characters }: PathSize): FolderPathProblem | null {
  if (depth > MAX_FOLDER_DEPTH) return Messages.folderTooDeep;
  return characters > MAX_FOLDER_PATH ? Messages.folderPathTooLong : null;
}

/** As `pathSizeProblem`, for the path itself. */
export const folderPathProblem = (path: string): FolderPathProblem | null =>
  pathSizeProblem(sizeOfPath(path));
