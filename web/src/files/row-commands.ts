import type { Item } from '@vault/contract';
import type { BoundCommand, FileContext } from '../commands/index.ts';

/** The commands for rows, and the function that returns their context. */
export interface RowCommands {
  commands: readonly BoundCommand<FileContext>[];
  contextOf: (items: readonly Item[]) => FileContext;
}
