import { folderPathProblem, type PathSize, pathSizeProblem, sizeOfPath } from '@vault/contract';
import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { foldersBelow, lengthenBound, raiseBounds } from './path-limits.queries.ts';

/** A folder that gets another path, with everything below it. */
export interface MovedFolder {
  id: string;
  /** current path; of a folder in the trash, the path before its deletion */
  path: string;
  newPath: string;
}

/** Maximum number of folders that are read below the moved ones: enough for common trees, and fast to read. */
const FEW_FOLDERS = 200;

/** @throws 400 for a folder's path with more levels or characters than the limits */
export function mustBeWithinLimits(path: string): void {
  const problem = folderPathProblem(path);
  if (problem !== null) throw Errors.badFolderPath(problem);
}

/**
 * Checks that folders, with everything below them, fit at new paths, and updates the record's bounds
 * (docs/decisions/depth.md). The caller holds the record lock (`lockRecord`).
 * @throws 400 when the path of a folder would exceed a limit
 */
export async function mustFitAtPaths(
  tx: Transaction<DB>,
  recordId: string,
  folders: readonly MovedFolder[],
): Promise<void> {
  const growing = folders.map(growthOf).filter(({ growth }) => growth.depth > 0 || growth.characters > 0);
  if (growing.length === 0) return;
  const near = await foldersBelow(tx, recordId, { folders: growing, limit: FEW_FOLDERS + 1 });
  let largest: PathSize = near.largest;
  if (near.count > FEW_FOLDERS) {
    largest = {
      depth: near.known.depth + mostOf(growing.map(({ growth }) => growth.depth)),
      characters: near.known.characters + mostOf(growing.map(({ growth }) => growth.characters)),
    };
    if (pathSizeProblem(largest) !== null) {
      ({ largest } = await foldersBelow(tx, recordId, { folders: growing, limit: null }));
    }
  }
  const problem = pathSizeProblem(largest);
  if (problem !== null) throw Errors.badFolderPath(problem);
  const { known } = near;
  if (largest.depth > known.depth || largest.characters > known.characters)
    await raiseBounds(tx, recordId, largest);
}

/**
 * Updates the record's bound for folders that get a longer name without a check: a restored folder with a number in its
 * name (D-26) can exceed the limit by these few characters.
 */
export async function allowLongerNames(
  tx: Transaction<DB>,
  recordId: string,
  folders: readonly { name: string; newName: string }[],
): Promise<void> {
  const added = mostOf(
    folders.map(({ name, newName }) => sizeOfPath(newName).characters - sizeOfPath(name).characters),
  );
  if (added > 0) await lengthenBound(tx, recordId, added);
}

/** The new size of a folder's path, and by how much it is larger than the current one. */
function growthOf({ id, path, newPath }: MovedFolder) {
  const size = sizeOfPath(newPath);
  const current = sizeOfPath(path);
  const growth = { depth: size.depth - current.depth, characters: size.characters - current.characters };
  return { id, ...size, growth };
}

const mostOf = (numbers: readonly number[]): number =>
  numbers.reduce((most, one) => Math.max(most, one), -Infinity);
