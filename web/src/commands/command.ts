import type { Abilities, Item } from '@vault/contract';
import type { ComponentType } from 'react';
import type { Folder } from '../tree/index.ts';
import type { CommandId } from './surfaces.ts';

/** The state on which a command acts. */
export interface CommandContext {
  abilities: Abilities;
  /** the open folder; null while it is unknown */
  folder: Folder | null;
  /** the selected rows, or the one row on which the command runs */
  items: readonly Item[];
  /** all rows of the list, for commands that move between rows */
  listed?: readonly Item[];
}

/** One variant of a command. */
export interface CommandChoice {
  id: string;
  label: string;
  /** its effect */
  description?: string | undefined;
}

/**
 * An action that a person can run. Toolbar, row icons, selection bar, context menu and keys share one list, which the
 * Files tab collects from the areas: a command with an id of `surfaces.ts` appears on that surface.
 * @typeParam Tools the dependencies of the command, such as a function that opens a dialog; a hook of the area binds
 * them
 */
export interface Command<Tools> {
  id: CommandId;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** the keys that run it, in the form of `keyOf` */
  keys?: readonly string[];
  /** Enter and a click on the name run it on a file; its keys act on the focused row, ignoring the selection */
  opens?: boolean;
  /** the action deletes or revokes something */
  isDanger?: boolean;
  /** false: absent, because of a missing permission or the kind of the items (FILES-07) */
  isVisible: (context: CommandContext) => boolean;
  isDisabled: (context: CommandContext) => boolean;
  /** the variants; a menu offers them */
  choices?: (context: CommandContext) => readonly CommandChoice[];
  /** @param choiceId the chosen variant, for a command with choices */
  perform: (context: CommandContext, tools: Tools, choiceId?: string) => void;
}

/** A command with its dependencies bound. */
export type BoundCommand = Omit<Command<never>, 'perform'> & {
  perform: (context: CommandContext, choiceId?: string) => void;
};

/** Binds the dependencies of an area's commands. */
export function bindCommands<Tools>(commands: readonly Command<Tools>[], tools: Tools): BoundCommand[] {
  return commands.map((command) => ({
    ...command,
    perform: (context, choiceId) => command.perform(context, tools, choiceId),
  }));
}

/** Returns whether a command can be run in a context. */
export function isOffered(
  command: Pick<BoundCommand, 'isVisible' | 'isDisabled'>,
  context: CommandContext,
): boolean {
  return command.isVisible(context) && !command.isDisabled(context);
}
