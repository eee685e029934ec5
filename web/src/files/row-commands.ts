import type { Item } from '@vault/contract';
import type { BoundCommand, CommandContext } from '../commands/index.ts';

/** The commands for rows, and their context. */
export interface RowCommands {
  commands: readonly BoundCommand[];
  contextOf: (items: readonly Item[]) => CommandContext;
}
