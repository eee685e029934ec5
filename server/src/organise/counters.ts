import { type CounterChange, removalChange } from '../tree/index.ts';
import type { PlanItem } from './level-rules.ts';

/**
 * The change for a folder that is merged into another one: without its bytes, because each of its children subtracts
 * its own bytes from all folders above.
 */
export const removedFolderChange = (folder: PlanItem): CounterChange =>
  removalChange({ ...folder, sizeBytes: 0 });

/** One change per folder, the sum of all its changes. */
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
