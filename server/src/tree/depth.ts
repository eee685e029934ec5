import { MAX_FOLDER_DEPTH, Messages } from '@vault/contract';
import type { Transaction } from 'kysely';
import { VaultError } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { foldersBelow, raiseDeepest } from './depth.queries.ts';

/** A folder that is to lie elsewhere, with everything below it. */
export interface SinkingFolder {
  id: string;
  /** where it lies now; 1 for a child of the root */
  depth: number;
  newDepth: number;
}

/** Up to so many folders below the moved ones are looked at: enough for exactness in common trees, and quick. */
const FEW_FOLDERS = 200;

/** @throws 400 when a folder would lie deeper than the vault allows */
export function mustNotBeTooDeep(depth: number): void {
  if (depth > MAX_FOLDER_DEPTH) throw new VaultError(400, Messages.folderTooDeep);
}

/**
 * Whether folders, with everything below them, may lie at other depths; keeps the record's bound true for when they
 * do (docs/decisions/depth.md). The caller holds the record's lock (`lockRecord`).
 * @throws 400 when anything would lie deeper than the vault allows
 */
export async function mustFitAtDepth(
  tx: Transaction<DB>,
  recordId: string,
  folders: readonly SinkingFolder[],
): Promise<void> {
  if (folders.length === 0) return;
  const at = folders.map(({ id, newDepth }) => ({ id, depth: newDepth }));
  const near = await foldersBelow(tx, recordId, { folders: at, limit: FEW_FOLDERS + 1 });
  let { deepest } = near;
  if (near.count > FEW_FOLDERS) {
    deepest = near.known + folders.reduce((most, one) => Math.max(most, one.newDepth - one.depth), -Infinity);
    if (deepest > MAX_FOLDER_DEPTH) {
      ({ deepest } = await foldersBelow(tx, recordId, { folders: at, limit: null }));
    }
  }
  mustNotBeTooDeep(deepest);
  if (deepest > near.known) await raiseDeepest(tx, recordId, deepest);
}
