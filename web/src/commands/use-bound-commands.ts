import { useMemo } from 'react';
import type { BoundCommand, Command } from './command.ts';

/**
 * Binds the dependencies of an area's commands.
 * @param commands a constant
 * @param tools the same object while nothing in it has changed
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
