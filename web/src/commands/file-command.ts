import type { Abilities, Item } from '@vault/contract';
import { isFolder, type Folder } from '../tree/index.ts';
import type { Command } from './command.ts';
import type { FileCommandId } from './file-command-order.ts';

/** The state on which a command of the Files tab acts. */
export interface FileContext {
  abilities: Abilities;
  /** the open folder; null while it is unknown */
  folder: Folder | null;
  /** the selected rows, or the one row on which the command runs */
  items: readonly Item[];
  /** all rows of the list, for commands that move between rows */
  listed: readonly Item[];
  /** clears the selection after an action (FILES-47, USE-21) */
  clearSelection: () => void;
}

/**
 * A command of the Files tab, which collects the commands of the areas. A command appears on the surfaces of
 * `file-command-order.ts` that have its id.
 */
export interface FileCommand<Tools> extends Command<FileContext, Tools> {
  id: FileCommandId;
}

type Subject = Pick<FileContext, 'items'>;

export const hasItems = ({ items }: Subject) => items.length > 0;
export const isOneItem = ({ items }: Subject) => items.length === 1;
export const isOneFile = ({ items: [first, ...more] }: Subject) =>
  first !== undefined && more.length === 0 && !isFolder(first);

/** FILES-15, FILES-16: commands on the open folder are disabled in the root and while rows are selected (T-66). */
export const isNotAboutFolder = ({ folder, items }: Pick<FileContext, 'folder' | 'items'>) =>
  folder === null || folder.isRoot || items.length > 0;
