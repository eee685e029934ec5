/** Where the commands are drawn, and in which order. */
export const PLACES = {
  /** FILES-04: about the open folder */
  toolbar: ['create', 'upload', 'share-folder', 'download-folder', 'refresh'],
  /** FILES-33, FILES-34: on the row that has the pointer or the focus */
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
export type Place = keyof typeof PLACES;

/** Given by keys alone. */
type KeyCommandId = 'clip-copy' | 'clip-cut' | 'paste' | 'undo';
export type CommandId = (typeof PLACES)[Place][number] | KeyCommandId;

/** The commands that stand at a place, in its order; what no area has brought is left out. */
export function commandsAt<C extends { id: CommandId }>(place: Place, commands: readonly C[]): C[] {
  return PLACES[place].flatMap((id) => commands.filter((command) => command.id === id));
}
