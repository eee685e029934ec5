export const keysTexts = { title: 'Keys' } as const;

/** The names of the groups of keys, and the effects of the keys. */
export const keyGroupTexts = {
  everywhere: {
    title: 'Everywhere',
    help: 'Show this list',
    search: 'Search',
    close: 'Close the dialog, menu or preview',
  },
  list: {
    title: 'In the list',
    row: 'Go to another row',
    ends: 'Go to the first or last row',
    open: 'Open the folder or file',
    preview: 'Preview the file, or select the row',
    selectMore: 'Select more rows',
    selectAll: 'Select all rows',
    selectNone: 'Select no row',
    menu: 'Open the menu of the row',
  },
  items: {
    title: 'Files and folders',
    rename: 'Rename',
    trash: 'Move to the trash',
    clip: 'Copy or cut',
    paste: 'Paste into the open folder',
    undo: 'Undo the last change',
  },
  folders: {
    title: 'In the folders',
    folder: 'Go to another folder',
    fold: 'Fold or unfold',
    open: 'Open the folder',
  },
  preview: {
    title: 'In the preview',
    file: 'Show the file before or after',
    zoom: 'Zoom',
    fit: 'Fit into the window',
    page: 'Turn the page',
    close: 'Close the preview',
    save: 'Save the text that is edited',
  },
} as const;

/** The text that is printed on each key, by the key's name in the DOM. */
export const keyCapTexts: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  Escape: 'Esc',
  Delete: 'Del',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};
