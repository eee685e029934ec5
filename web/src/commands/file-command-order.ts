/** For each surface of the Files tab the ids of its commands, in their order. */
export const FILE_COMMAND_ORDER = {
  /** FILES-04: the commands on the open folder */
  toolbar: ['create', 'upload', 'share-folder', 'download-folder', 'refresh'],
  /** FILES-33, FILES-34: the icons in the row that has the pointer or the focus */
  row: ['download', 'share'],
  /** the commands beside the number of selected rows */
  selection: ['download', 'delete'],
  /** the context menu (MENU-01) */
  menu: [
    'download',
    'preview',
    'edit',
    'share',
    'versions',
    'details',
    'exposure',
    'duplicate',
    'copy',
    'move',
    'rename',
    'delete',
  ],
} as const;

/** Commands that no surface shows; they run only by their keys. */
type KeyCommandId = 'clip-copy' | 'clip-cut' | 'paste' | 'undo';
export type FileCommandId =
  | (typeof FILE_COMMAND_ORDER)[keyof typeof FILE_COMMAND_ORDER][number]
  | KeyCommandId;
