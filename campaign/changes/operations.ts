import type { ChoiceDeps } from './choices.ts';
import { liveNodes } from './model.ts';
import type { Change } from './operations/change.ts';
import { uploadFolder } from './operations/folder-upload.ts';
import { deleteLink, share } from './operations/links.ts';
import { createFolder, renameFile, renameFolder } from './operations/organise.ts';
import { copy, move } from './operations/relocation.ts';
import { saveText } from './operations/text.ts';
import { deletePermanently, moveToTrash, restore } from './operations/trash.ts';
import { upload, uploadInChunks, uploadVersion } from './operations/uploads.ts';

/** A chosen change. */
export interface Operation extends Change {
  name: OperationName;
}

/** How often each operation is chosen. */
const WEIGHTS = {
  createFolder: 2,
  upload: 4,
  uploadInChunks: 1,
  uploadVersion: 2,
  uploadFolder: 2,
  saveText: 2,
  renameFile: 1,
  renameFolder: 1,
  move: 2,
  copy: 2,
  moveToTrash: 2,
  restore: 2,
  deletePermanently: 1,
  share: 1,
  deleteLink: 1,
};
type OperationName = keyof typeof WEIGHTS;

/** Each plans a change; null when the state allows none, such as a restore with an empty trash. */
const OPERATIONS: Record<OperationName, (deps: ChoiceDeps) => Change | null> = {
  createFolder,
  upload,
  uploadInChunks,
  uploadVersion,
  uploadFolder,
  saveText,
  renameFile,
  renameFolder,
  move,
  copy,
  moveToTrash,
  restore,
  deletePermanently,
  share,
  deleteLink,
};

/** A worker with more live items than that only moves items to the trash and deletes them. */
const MAX_LIVE_ITEMS = 40;

/** Chooses the next change of a worker. */
export function nextOperation(deps: ChoiceDeps): Operation {
  const isFull = liveNodes(deps.state).length > MAX_LIVE_ITEMS;
  for (;;) {
    const name = isFull
      ? deps.random.pick(['moveToTrash', 'deletePermanently'] as const)
      : deps.random.weighted(WEIGHTS);
    const change = OPERATIONS[name](deps);
    if (change !== null) return { ...change, name };
  }
}
