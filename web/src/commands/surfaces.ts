/** The surfaces that show commands, each with their order. */
export const SURFACES = {
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
export type Surface = keyof typeof SURFACES;

/** Given by keys alone. */
type KeyCommandId = 'clip-copy' | 'clip-cut' | 'paste' | 'undo';
export type CommandId = (typeof SURFACES)[Surface][number] | KeyCommandId;

/** @returns the registered commands of a surface, in its order */
export function commandsOn<C extends { id: CommandId }>(surface: Surface, commands: readonly C[]): C[] {
  return SURFACES[surface].flatMap((id) => commands.filter((command) => command.id === id));
}
