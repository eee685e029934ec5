import type { Item } from '@vault/contract';
import { isOffered, keyOf, type BoundCommand, type KeyPress } from '../commands/index.ts';
import type { RowCommands } from './row-commands.ts';

interface KeyInput extends RowCommands {
  press: KeyPress;
  /** the row in which the focus is */
  focused: Item | null;
  /** the row itself has the focus, not something inside it */
  onRow: boolean;
  /** the selected rows, the newest ones (T-67) */
  selected: readonly Item[];
}

/**
 * What a key does: its command on the selected rows, without any on the row in which the focus is. What opens a file
 * means the row that has the focus itself, in any case.
 * @returns null when the key means nothing, or nothing here
 */
export function commandOfKey(input: KeyInput): (() => void) | null {
  const { press, commands, focused, onRow, selected, contextOf } = input;
  const key = keyOf(press);
  const own = focused === null ? [] : [focused];
  const subjectOf = ({ opens = false }: BoundCommand) => {
    if (opens) return onRow ? own : [];
    return selected.length > 0 ? selected : own;
  };
  for (const command of commands) {
    if (command.keys?.includes(key) !== true) continue;
    const context = contextOf(subjectOf(command));
    if (isOffered(command, context)) return () => command.perform(context);
  }
  return null;
}
