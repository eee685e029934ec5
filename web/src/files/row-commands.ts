import type { Item } from '@vault/contract';
import type { BoundCommand, CommandContext } from '../commands/index.ts';

/** What can be done with rows. */
export interface RowCommands {
  commands: readonly BoundCommand[];
  contextOf: (items: readonly Item[]) => CommandContext;
}
