import { type FolderChange, leavingChange } from '../tree/index.ts';
import type { PlanItem } from './plan.ts';

/**
 * A folder that dissolves leaves without its bytes: its children, which leave it one by one, take theirs along from
 * all folders above.
 */
export const dissolvingChange = (folder: PlanItem): FolderChange =>
  leavingChange({ ...folder, sizeBytes: 0 });

/** One change a folder, however many items come and go; none where nothing changes in the end. */
export function summedUp(changes: readonly FolderChange[]): FolderChange[] {
  const sums = new Map<string, Required<FolderChange>>();
  for (const { folderId, folders = 0, files = 0, bytes = 0 } of changes) {
    const sum = sums.get(folderId) ?? { folderId, folders: 0, files: 0, bytes: 0 };
    sum.folders += folders;
    sum.files += files;
    sum.bytes += bytes;
    sums.set(folderId, sum);
  }
  return [...sums.values()];
}
