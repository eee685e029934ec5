import { eitherOf, formatNumber, plural } from '../kit/intl.ts';

export const downloadCommandTexts = { download: 'Download' } as const;

const fileCount = (count: number) => plural(count, { one: '1 file', other: `${count} files` });

export const downloadModalTexts = {
  title: 'Download this folder as a ZIP file',
  includeSubfolders: 'Include subfolders',
  includeVersions: 'Include all versions',
  counting: 'Counting…',
  download: 'Download',
  folderCount: (count: number) => plural(count, { one: '1 folder', other: `${count} folders` }),
  fileCount,
} as const;

/** The texts about the size of a download (USE-09). */
export const downloadSizeTexts = {
  moreFiles: (limit: number) => `More than ${formatNumber(limit)} files`,
  moreBytes: 'more than 1 GB',
  filesAndSize: (files: number, size: string) => `${fileCount(files)}, ${size}`,
  subfolders: 'the subfolders',
  olderVersions: 'the older versions',
  someItems: 'some of the selected items',
  leaveOut: (parts: readonly string[]) => `Leave out ${eitherOf(parts)}.`,
  inParts: 'Open the folder and download its items in several parts.',
} as const;

export const downloadToastTexts = {
  handedOver: (name: string) => `Your browser is downloading ${name}.`,
} as const;

export const runningDownloadTexts = {
  list: 'Downloads',
  cancel: (name: string) => `Cancel the download of ${name}`,
  preparing: 'Preparing…',
  progress: (done: string, total: string) => `${done} of ${total}`,
} as const;
