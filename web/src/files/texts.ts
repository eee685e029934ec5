export const filesCommandTexts = { refresh: 'Refresh', exposure: 'Who could open this?' } as const;

export const filesTabTexts = {
  title: 'Files',
  /** `shown` is the name of the open folder, or `searchResults` */
  pageTitle: (shown: string, product: string) => `${shown} – ${product}`,
  searchResults: 'Search results',
  path: 'Path',
  dropInto: 'Drop to upload into',
  folderGone: (living: string) => `This folder is no longer here. ‘${living}’ is open instead.`,
} as const;

export const folderPaneTexts = {
  title: 'Folders',
  show: 'Show folders',
  hide: 'Hide folders',
  width: 'Width of the folder pane',
  loadFailed: 'The folders could not be loaded.',
} as const;

export const toolbarTexts = {
  label: 'Folder',
  details: 'Details of this folder',
  view: 'View',
  views: { list: 'List', thumbnails: 'List with thumbnails', grid: 'Grid' },
} as const;

export const selectionTexts = {
  clear: 'Clear the selection',
  /** `command`: the label of a command */
  ofItems: (command: string) => `${command} selected items`,
  more: 'More for the selected items',
  menu: 'Selected items',
} as const;

export const fileListTexts = {
  label: 'Files and folders',
  empty: 'No Data',
  emptyHint: 'Drop files or folders here, or use Upload, to add the first ones.',
  loadFailed: 'The list could not be loaded',
  damaged: 'Damaged. The file cannot be opened; please tell your administrator.',
  moreFor: (name: string) => `More for ${name}`,
  /** `command`: the label of a command */
  commandOn: (command: string, name: string) => `${command} ${name}`,
} as const;

export const fileColumnTexts = {
  name: 'Item Name',
  version: 'Version',
  size: 'Size',
  modified: 'Date Modified',
  modifiedBy: 'Last Updated By',
} as const;
