import { plural } from '../kit/intl.ts';

export const organiseCommandTexts = {
  create: 'Create',
  duplicate: 'Duplicate',
  copy: 'Copy',
  move: 'Move',
  rename: 'Rename',
  delete: 'Delete',
  copyToPaste: 'Copy to paste',
  cut: 'Cut',
  paste: 'Paste',
  undo: 'Undo',
} as const;

export const newFolderTexts = {
  title: 'New Folder',
  ok: 'Create',
  name: 'Name',
  location: 'Location',
  /** the name of a new folder before the person types another one (FOLDER-05) */
  defaultName: 'New Folder',
} as const;

export const renameTexts = { title: 'Rename', ok: 'Rename', name: 'Name' } as const;

export const trashTexts = { title: 'Confirm Deletion' } as const;

export const relocateTexts = {
  action: { copy: 'Copy', move: 'Move' },
  target: 'To',
  noTarget: 'Choose a folder',
  tree: 'Target folder',
  treeLoading: 'Loading the folders',
  treeFailed: 'The folders could not be loaded.',
  newFolder: 'New folder',
  newFolderName: (parentPath: string) => `Create new folder in ${parentPath}`,
  createFolder: 'Create Folder',
} as const;

export const dragTexts = {
  action: { copy: 'Copy to', move: 'Move to' },
  /** PERM-16: without edit permission items can still be copied (MENU-11). */
  mayOnlyCopy: 'You may only copy here: hold Ctrl while you drop.',
} as const;

export const clipboardTexts = {
  /** the texts after Ctrl+X and Ctrl+C */
  clipped: {
    copy: (items: string) => `${items} copied. Open a folder and press Ctrl+V to paste.`,
    move: (items: string) => `${items} cut. Open a folder and press Ctrl+V to paste.`,
  },
} as const;

export const mergeTexts = {
  title: 'Merge files?',
  planLoading: 'Finding out what will happen',
  planFailed: 'What exactly would be merged could not be found out.',
  plan: 'What will be merged',
  folderJoined: (parentPath: string) => `joined with the folder in ${parentPath}`,
  fileVersions: (versions: number, folderPath: string) => `${versions} versions afterwards, in ${folderPath}`,
  foldersJoined: (count: number) =>
    plural(count, { one: '1 folder will be joined', other: `${count} folders will be joined` }),
  filesBecomeVersions: (count: number) =>
    plural(count, { one: '1 file will become a version', other: `${count} files will become versions` }),
  /** joins the texts above to one sentence */
  summary: (parts: readonly string[]) => `${parts.join(', ')}.`,
  nothingToMerge: 'Nothing of the same name is there any more.',
} as const;

export const undoTexts = {
  undo: 'Undo',
  obstacles: {
    gone: 'the item or its former folder is no longer there.',
    occupied: 'something of the same name is in its former place.',
    'inside itself': 'its former folder now lies inside of it.',
  },
  impossible: (reason: string) => `This can no longer be undone: ${reason}`,
  incomplete: (left: number, reason: string) => `${left} item(s) could not be put back: ${reason}`,
} as const;
