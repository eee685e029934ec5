import type { ComponentType } from 'react';

/** One variant of a command. */
export interface CommandChoice {
  id: string;
  label: string;
  /** what the variant does, or why it is disabled, in a sentence */
  description?: string | undefined;
  isDisabled?: boolean;
}

/**
 * An action that a person can run. The toolbar, row icons, selection bar, context menu and keys of a screen are made
 * from this one definition.
 * @typeParam Context the state on which it acts, such as the selected rows
 * @typeParam Tools the dependencies of the command, such as a function that opens a dialog; `useBoundCommands` binds
 * them
 */
export interface Command<Context, Tools> {
  id: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** the keys that run it, in the form of `keyOf` */
  keys?: readonly string[];
  /**
   * the command opens a file: Enter and a click on the name run it, and its keys ignore the selection and act on the
   * focused row
   */
  opens?: boolean;
  /** the action deletes or revokes something */
  isDanger?: boolean;
  /** false when the command is not shown, because of a missing permission or the kind of the items (FILES-07) */
  isVisible: (context: Context) => boolean;
  /** true when the command is shown but disabled; never disabled when absent */
  isDisabled?: (context: Context) => boolean;
  /** returns the variants of the command, which a menu offers */
  choices?: (context: Context) => readonly CommandChoice[];
  /** runs the command; `choiceId` names the chosen variant of a command with choices */
  perform: (context: Context, tools: Tools, choiceId?: string) => void;
}

/** A command with its dependencies bound. */
export type BoundCommand<Context> = Omit<Command<Context, never>, 'perform'> & {
  perform: (context: Context, choiceId?: string) => void;
};

/** Runs a command that was chosen on the screen; `choiceId` names a variant. */
export type RunCommand<Context> = (command: BoundCommand<Context>, choiceId?: string) => void;

/** Returns whether a command can be run in a context. */
export function isOffered<Context>(
  { isVisible, isDisabled }: Pick<BoundCommand<Context>, 'isVisible' | 'isDisabled'>,
  context: Context,
): boolean {
  return isVisible(context) && isDisabled?.(context) !== true;
}

/**
 * Returns the commands of a surface.
 * @param ids the ids of its commands, in the order of the surface; an id without a command is skipped
 */
export function commandsOn<C extends { id: string }>(ids: readonly string[], commands: readonly C[]): C[] {
  return ids.flatMap((id) => commands.filter((command) => command.id === id));
}
