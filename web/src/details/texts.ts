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
} as const;
