import type { ComponentType } from 'react';

/** One variant of a command. */
export interface CommandChoice {
  id: string;
  label: string;
  /** its effect */
  description?: string | undefined;
}

/**
 * An action that a person can run. It is defined once; toolbar, row icons, selection bar, context menu and keys of a
 * screen are made from the same definition.
 * @typeParam Context the state on which it acts, such as the selected rows
 * @typeParam Tools its dependencies, such as a function that opens a dialog; `useBoundCommands` binds them
 */
export interface Command<Context, Tools> {
  id: string;
  label: string;
  icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** the keys that run it, in the form of `keyOf` */
  keys?: readonly string[];
  /** Enter and a click on the name run it on a file; its keys act on the focused row, ignoring the selection */
  opens?: boolean;
  /** the action deletes or revokes something */
  isDanger?: boolean;
  /** false: absent, because of a missing permission or the kind of the items (FILES-07) */
  isVisible: (context: Context) => boolean;
  /** never when left out */
  isDisabled?: (context: Context) => boolean;
  /** the variants; a menu offers them */
  choices?: (context: Context) => readonly CommandChoice[];
  /** @param choiceId the chosen variant, for a command with choices */
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
 * @param ids the ids of the surface, in its order; an id without a command is skipped
 */
export function commandsOn<C extends { id: string }>(ids: readonly string[], commands: readonly C[]): C[] {
  return ids.flatMap((id) => commands.filter((command) => command.id === id));
}
