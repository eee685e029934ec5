import { type CounterChange, removalChange } from '../tree/index.ts';
import type { PlanItem } from './merge-rules.ts';

/**
 * The change when a folder is merged into another one. It does not contain the folder's bytes, because each of its
 * children subtracts its own bytes from all folders above.
 */
export const removedFolderChange = (folder: PlanItem): CounterChange =>
  removalChange({ ...folder, sizeBytes: 0 });

/** Adds up the changes, so that each folder has one change. */
export function sumByFolder(changes: readonly CounterChange[]): CounterChange[] {
  const sums = new Map<string, Required<CounterChange>>();
  for (const { folderId, folders = 0, files = 0, bytes = 0 } of changes) {
    const sum = sums.get(folderId) ?? { folderId, folders: 0, files: 0, bytes: 0 };
    sum.folders += folders;
    sum.files += files;
    sum.bytes += bytes;
    sums.set(folderId, sum);
  }
  return [...sums.values()];
}
