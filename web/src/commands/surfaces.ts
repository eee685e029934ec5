/** The surfaces that show commands, each in its order. */
export const SURFACES = {
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
export type Surface = keyof typeof SURFACES;

/** Commands that only have keys. */
type KeyCommandId = 'clip-copy' | 'clip-cut' | 'paste' | 'undo';
export type CommandId = (typeof SURFACES)[Surface][number] | KeyCommandId;

/** @returns the registered commands of a surface, in its order */
export function commandsOn<C extends { id: CommandId }>(surface: Surface, commands: readonly C[]): C[] {
  return SURFACES[surface].flatMap((id) => commands.filter((command) => command.id === id));
}
