/** The surfaces of the Files tab: the ids of their commands, in their order. */
export const FILE_COMMAND_ORDER = {
  /** FILES-04: acts on the open folder */
  toolbar: ['create', 'upload', 'share-folder', 'download-folder', 'refresh'],
  /** FILES-33, FILES-34: on the row with the pointer or the focus */
  row: ['download', 'share'],
  /** beside the number of selected rows */
  selection: ['download', 'delete'],
  /** MENU-01 */
  menu: [
    'download',
    'preview',
    'edit',
    'share',
    'versions',
    'details',
    'duplicate',
    'copy',
    'move',
    'rename',
    'delete',
  ],
} as const;

/** Commands that only have keys. */
type KeyCommandId = 'clip-copy' | 'clip-cut' | 'paste' | 'undo';
export type FileCommandId =
  | (typeof FILE_COMMAND_ORDER)[keyof typeof FILE_COMMAND_ORDER][number]
  | KeyCommandId;
