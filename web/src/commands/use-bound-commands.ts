import { useMemo } from 'react';
import type { BoundCommand, Command } from './command.ts';

/**
 * Binds the dependencies of an area's commands.
 * @param commands an array that never changes @param tools a memoised object: another object binds all commands again
 */
export function useBoundCommands<Context, Tools>(
  commands: readonly Command<Context, Tools>[],
  tools: Tools,
): readonly BoundCommand<Context>[] {
  return useMemo(
    () =>
      commands.map((command) => ({
        ...command,
        perform: (context, choiceId) => command.perform(context, tools, choiceId),
      })),
    [commands, tools],
  );
}
