import { isOffered, type BoundCommand } from './command.ts';
import { keyOf, type KeyPress } from './key-name.ts';

/**
 * Returns a function that runs the command of a key. @param contextOf returns the state on which a command with this
 * key acts
 * @returns null when no command has the key, or when its command is not offered in this state
 */
export function commandOfKey<Context>(
  press: KeyPress,
  commands: readonly BoundCommand<Context>[],
  contextOf: (command: BoundCommand<Context>) => Context,
): (() => void) | null {
  const key = keyOf(press);
  for (const command of commands) {
    if (command.keys?.includes(key) !== true) continue;
    const context = contextOf(command);
    if (isOffered(command, context)) return () => command.perform(context);
  }
  return null;
}
