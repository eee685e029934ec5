import { fileCount } from '../count-texts.ts';

export const shareTexts = {
  path: 'Folder',
  empty: 'This folder is empty.',
  damaged: 'Damaged. The file cannot be opened; please tell the sender.',
  showMore: 'Show more',
  position: (at: number, total: number) => `${at} of ${total}`,
  downloadOf: (name: string) => `Download ${name}`,
  download: 'Download',
  downloadAll: 'Download all',
  sizeAsZip: (files: number, size: string) => `${fileCount(files)}, ${size} as a ZIP`,
  /** the same text as in section 4 of the contract */
  tooLarge: 'The maximum number of downloaded files cannot exceed 1000 and the total size cannot exceed 1GB.',
  toTop: 'Show what is shared',
} as const;

export const downloadStatusTexts = {
  preparing: (name: string) => `Preparing ${name} …`,
  /** `waiting` is the text about what the download waits for, such as 'Waiting for the network' */
  waiting: (waiting: string, name: string) => `${waiting} to download ${name}.`,
  started: (name: string, size: string) => `Your browser is downloading ${name} (${size}).`,
  close: 'Close',
} as const;

export const previewTexts = {
  edit: 'Edit',
  editOf: (name: string) => `Edit ${name}`,
  popUpBlocked: 'Your browser did not let a window be opened. Allow pop-ups for this site.',
  close: 'Close',
  previous: 'Previous',
  next: 'Next',
  downloadFile: 'Download the file',
  downloadOriginal: 'Download the original',
  mediaUnplayable: 'This browser cannot play the file.',
  imageUnreadable: 'The picture cannot be read.',
  unreadable: 'This document cannot be shown.',
  emptyText: 'This file is empty.',
  showMore: 'Show more',
  pdfPageOf: (name: string, page: number) => `${name}, page ${page}`,
  pdfPage: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
} as const;
