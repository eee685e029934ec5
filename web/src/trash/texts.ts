export const trashTabTexts = {
  title: 'Trash',
  pageTitle: (product: string) => `Trash – ${product}`,
  list: 'Trash',
  empty: 'No Data',
  emptyHint: 'What is deleted from Files waits here until it is restored or deleted for ever.',
  noMatchHint: 'Nothing in the trash matches the filter.',
  menu: 'Selected items',
} as const;

export const trashCommandTexts = { restore: 'Restore', delete: 'Delete' } as const;

export const trashSelectionTexts = {
  label: 'Selected items of the trash',
  none: 'Select items to restore or delete them.',
  clear: 'Clear the selection',
} as const;

export const trashColumnTexts = {
  name: 'Item Name',
  size: 'Size',
  location: 'Original Location',
  deletedAt: 'Date Deleted',
  deletedBy: 'Deleted By',
} as const;

export const trashFilterTexts = {
  label: 'Filter of the trash',
  type: 'Type',
  types: { all: 'All', files: 'Files', folders: 'Folders' },
  name: 'Item Name',
  deletedBy: 'Deleted by',
  anyone: 'Anyone',
  /** a user who has deleted none of the items in the trash */
  nobody: 'Nobody here',
  date: 'Date Deleted',
  dates: {
    any: 'Any time',
    today: 'Today',
    yesterday: 'Yesterday',
    sevenDays: 'Last 7 days',
    thirtyDays: 'Last 30 days',
    custom: 'Custom',
  },
} as const;

/** The texts of the actions and their confirmations (TRASH-15 … TRASH-17). */
export const trashActionTexts = {
  restoreTitle: 'Confirm Restoration',
  deleteTitle: 'Confirm Deletion',
  goToFolder: 'Go to Folder',
} as const;

/** The texts about restored items (USE-45). */
export const restoredTexts = {
  both: (texts: readonly string[]) => texts.join(' and '),
  folderCount: (count: number) => `${count} folders`,
  one: (name: string, places: string) => `'${name}' is in ${places}.`,
  oneRenamed: (formerName: string, name: string, places: string) =>
    `'${formerName}' is now '${name}' in ${places}.`,
  many: (count: number, places: string) => `${count} items are in ${places}.`,
  manyRenamed: (where: string, names: string) => `${where} ${names} got a new name.`,
  countOfThem: (count: number) => `${count} of them`,
  quoted: (name: string) => `'${name}'`,
} as const;
