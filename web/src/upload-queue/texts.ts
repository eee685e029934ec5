import { plural } from '../kit/intl.ts';

const fileCount = (count: number) => plural(count, { one: '1 file', other: `${count} files` });

export const uploadStatusTexts = {
  Waiting: 'Waiting',
  Uploading: 'Uploading',
  Scanning: 'Scanning',
  Completed: 'Completed',
  'Upload Failed': 'Upload Failed',
  'Scan Failed': 'Scan Failed',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
} as const;

/** The texts of the second line of a row. */
export const uploadRowTexts = {
  fileCount,
  reading: (done: string, total: string) => `Reading ${done} of ${total}`,
  sent: (done: string, total: string) => `${done} of ${total}`,
  stored: (done: number, total: number) => `${done} of ${total} files stored`,
  failed: (failed: number, total: number) => `${failed} of ${fileCount(total)} failed`,
  /** for a file whose bytes were submitted before (USE-07) */
  sameAs: (name: string) => `The same file as ${name}, which you have given already`,
  /** `path` is the folder of the upload, when it is not the folder of the modal */
  toElsewhere: (path: string) => `to ${path}`,
} as const;

export const renameFieldsTexts = {
  label: 'New names',
  more: (count: number) => `and ${count} more, each with an allowed name`,
  /** precedes the old name, for screen readers */
  newNameOf: 'New name of',
} as const;

export const uploadErrorTexts = {
  noConnection: 'No connection to the server.',
  fileChanged: 'The file was changed or removed after it was chosen.',
  emptyFolder: 'The folder is empty.',
  unreadable: 'The file or folder could not be read on this device.',
} as const;
