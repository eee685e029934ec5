import { MAX_FOLDER_DEPTH } from '@vault/contract';
import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { foldersBelow, raiseMaxFolderDepth } from './depth.queries.ts';

/** A folder that is moved with everything below it. */
export interface MovedFolder {
  id: string;
  /** current depth; 1 for a child of the root */
  depth: number;
  newDepth: number;
}

/** Maximum number of folders that are read below the moved ones: enough for common trees, and fast to read. */
const FEW_FOLDERS = 200;

/** @throws 400 for a depth over the limit */
export function mustNotBeTooDeep(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) throw Errors.folderTooDeep();
}

/**
 * Checks that folders, with everything below them, fit at new depths, and updates the record's bound
 * (docs/decisions/depth.md). The caller holds the record lock (`lockRecord`).
 * @throws 400 when a folder would be deeper than the limit
 */
export async function mustFitAtDepth(
  tx: Transaction<DB>,
  recordId: string,
  folders: readonly MovedFolder[],
): Promise<void> {
  if (folders.length === 0) return;
  const at = folders.map(({ id, newDepth }) => ({ id, depth: newDepth }));
  const near = await foldersBelow(tx, recordId, { folders: at, limit: FEW_FOLDERS + 1 });
  let { maxDepth } = near;
  if (near.count > FEW_FOLDERS) {
    maxDepth =
      near.known + folders.reduce((most, one) => Math.max(most, one.newDepth - one.depth), -Infinity);
    if (maxDepth > MAX_FOLDER_DEPTH) {
      ({ maxDepth } = await foldersBelow(tx, recordId, { folders: at, limit: null }));
    }
  }
  mustNotBeTooDeep(maxDepth);
  if (maxDepth > near.known) await raiseMaxFolderDepth(tx, recordId, maxDepth);
}
