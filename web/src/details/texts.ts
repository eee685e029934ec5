export const detailsCommandTexts = { details: 'Details' } as const;

export const detailsTexts = {
  title: 'Details',
  loading: 'Loading the details',
  folderName: 'Folder name',
  fileName: 'File name',
  modified: 'Modified',
  modifiedBy: 'Last updated by',
  size: 'Size',
  path: 'Path',
  protection: 'Deletion',
  onHold: 'Not possible: legal hold',
  keptUntil: (day: string) => `Not possible until ${day}: retention`,
} as const;
