import { plural } from '../kit/intl.ts';
import { listTexts } from '../kit/list-texts.ts';

const { itemCount } = listTexts;

export const uploadCommandTexts = { upload: 'Upload' } as const;

export const uploadModalTexts = {
  title: 'Upload',
  uploadTo: 'Upload to',
  finish: 'Finish Upload',
} as const;

export const dropZoneTexts = {
  inputs: { files: 'Files to upload', folder: 'Folder to upload', photo: 'Photo to upload' },
  /** precedes the link of `chooseFiles` */
  dropHere: 'Drop files or folders here, or',
  chooseFiles: 'choose files',
  reading: 'Reading…',
  takePhoto: 'Take photo',
  uploadFolder: 'Upload Folder',
} as const;

export const uploadListTexts = {
  list: 'Uploads',
  itemCount,
  completed: (completed: number, total: number) => `${completed} of ${total} completed`,
  filesOf: (name: string) => `Files of ${name}`,
  cancel: (name: string) => `Cancel ${name}`,
  retry: (name: string) => `Retry ${name}`,
  retryAll: 'Retry all failed',
} as const;

export const rejectedFilesTexts = {
  notAdded: (count: number) =>
    plural(count, { one: '1 item was not added', other: `${count} items were not added` }),
  rename: 'Upload with allowed names',
  submit: 'Upload with these names',
} as const;

/** The texts of the dialog 'Confirm Cancel' (UPLOAD-06, UPLOAD-12). */
export const confirmCancelTexts = {
  title: 'Confirm Cancel',
  message: 'Uploads that are waiting will be cancelled. Are you sure you want to proceed?',
  running: (count: number) =>
    plural(count, {
      one: '1 upload that is in progress will continue in the background.',
      other: `${count} uploads that are in progress will continue in the background.`,
    }),
} as const;

export const backgroundUploadsTexts = {
  label: 'Uploads in the background',
  show: 'Show',
  progress: 'Sent so far',
  failedItems: (count: number) => `${itemCount(count)} failed to upload`,
  uploading: (count: number) => `Uploading ${itemCount(count)}`,
  waiting: (count: number) => `${itemCount(count)} waiting for the vault`,
  /** `work` is one of the two texts above */
  workAndFailed: (work: string, failed: number) => `${work}, ${failed} failed`,
} as const;
