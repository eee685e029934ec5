import { isFolder } from '../tree/index.ts';
import type { CommandContext } from './command.ts';

type Subject = Pick<CommandContext, 'items'>;

export const hasItems = ({ items }: Subject) => items.length > 0;
export const isOneItem = ({ items }: Subject) => items.length === 1;
export const isOneFile = ({ items: [first, ...more] }: Subject) =>
  first !== undefined && more.length === 0 && !isFolder(first);

/** FILES-15, FILES-16: commands on the open folder are disabled in the root and while rows are selected (T-66). */
export const isNotAboutFolder = ({ folder, items }: Pick<CommandContext, 'folder' | 'items'>) =>
  folder === null || folder.isRoot || items.length > 0;
