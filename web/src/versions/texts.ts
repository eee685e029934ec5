export const versionsCommandTexts = { versions: 'Versions & History' } as const;

export const versionsModalTexts = {
  title: 'Versions & History',
  fileDetails: 'File details',
  tabs: 'Versions and history',
  versions: 'Versions',
  history: 'History',
} as const;

export const versionsPanelTexts = {
  list: 'Versions',
  empty: 'No versions',
  modified: 'Modified',
  current: 'Current',
  damaged: 'Damaged: it cannot be opened.',
  uploaded: 'Uploaded',
  uploadedBy: 'Uploaded by',
  size: 'Size',
  action: 'Action',
  confirmTitle: 'Confirm Deletion',
  versionOf: (time: string) => `Version of ${time}`,
} as const;

export const versionActionTexts = {
  preview: 'Preview version',
  download: 'Download version',
  copyId: 'Copy version ID',
  receipt: 'Receipt',
  makeCurrent: 'Make current',
  remove: 'Remove version',
  /** the label of an action on the version of a time */
  of: (action: string, time: string) => `${action} of ${time}`,
} as const;

export const historyTexts = {
  list: 'History',
  empty: 'Nobody has opened this file yet',
  date: 'Date',
  accessor: 'Accessor',
  type: 'Type',
} as const;

export const receiptTexts = {
  title: 'Receipt',
  copy: 'Copy receipt',
  loading: 'Loading the receipt',
  fileName: 'File name',
  versionId: 'Version ID',
  uploaded: 'Uploaded',
  uploadedBy: 'Uploaded by',
  size: 'Size',
  bytes: (size: number) => `${size} bytes`,
  sha256: 'SHA-256',
  crc32: 'CRC-32',
} as const;
