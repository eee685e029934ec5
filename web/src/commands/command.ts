import type { Abilities, Item } from '@vault/contract';
import type { ComponentType } from 'react';
import type { Folder } from '../tree/index.ts';
import type { CommandId } from './surfaces.ts';

/** What commands look at and work with. */
export interface CommandContext {
  abilities: Abilities;
  /** the folder that is open; null while it is not known */
  folder: Folder | null;
  /** the selected rows, or the one row that the command is given on */
  items: readonly Item[];
  /** all rows of the list, for what goes from one to the next */
  listed?: readonly Item[];
}

/** One way to carry a command out. */
export interface CommandChoice {
  id: string;
  label: string;
  /** what it leads to */
  description?: string | undefined;
}

/**
 * One thing that a person can do. Toolbar, row icons, selection bar, context menu and keys all draw on one list of
 * them, which the Files tab puts together from what the areas hand out: an area that brings a command with an id of
 * `surfaces.ts` lists it for that surface.
 * @typeParam Tools what its area needs to carry it out, such as a function that opens a dialog; a hook of the area
 * binds them
 */
export interface Command<Tools> {
  id: CommandId;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** which keys give it, as `keyOf` writes them */
  keys?: readonly string[];
  /** Enter, and a click on the name, give it to a file; its keys mean the row with the focus, whatever is selected */
  opens?: boolean;
  /** takes something away */
  isDanger?: boolean;
  /** false: not there at all, for want of permission or because the items are of another kind (FILES-07) */
  isVisible: (context: CommandContext) => boolean;
  isDisabled: (context: CommandContext) => boolean;
  /** when it can be carried out in several ways: a menu asks for one */
  choices?: (context: CommandContext) => readonly CommandChoice[];
  /** @param choiceId what was chosen, of a command with choices */
  perform: (context: CommandContext, tools: Tools, choiceId?: string) => void;
}

/** A command that needs nothing more than to know about what. */
export type BoundCommand = Omit<Command<never>, 'perform'> & {
  perform: (context: CommandContext, choiceId?: string) => void;
};

/** The commands of an area with what they need to be carried out. */
export function bindCommands<Tools>(commands: readonly Command<Tools>[], tools: Tools): BoundCommand[] {
  return commands.map((command) => ({
    ...command,
    perform: (context, choiceId) => command.perform(context, tools, choiceId),
  }));
}

/** Whether a person who is there now could give this command. */
export function isOffered(
  command: Pick<BoundCommand, 'isVisible' | 'isDisabled'>,
  context: CommandContext,
): boolean {
  return command.isVisible(context) && !command.isDisabled(context);
}
