import type { ComponentProps } from 'react';
import { Tip } from '../kit/index.ts';
import type { BoundCommand, RunCommand } from './command.ts';
import { CommandButton } from './command-button.tsx';

/** The look of a command's button on a surface. A button without children shows only its icon. */
export interface CommandLook extends Omit<
  ComponentProps<typeof CommandButton>,
  'command' | 'context' | 'onRun'
> {
  tip?: string;
}

interface CommandButtonsProps<Context> {
  /** the commands, in the order of the surface */
  commands: readonly BoundCommand<Context>[];
  context: Context;
  look: (command: BoundCommand<Context>) => CommandLook;
  /** runs a command; by default the command acts on `context` */
  onRun?: RunCommand<Context>;
}

/** The buttons of a surface: one for each visible command. */
export function CommandButtons<Context>({ commands, context, look, onRun }: CommandButtonsProps<Context>) {
  const run: RunCommand<Context> = onRun ?? ((command, choiceId) => command.perform(context, choiceId));
  return commands
    .filter((command) => command.isVisible(context))
    .map((command) => {
      const { tip, ...rest } = look(command);
      const button = (
        <CommandButton key={command.id} command={command} context={context} onRun={run} {...rest} />
      );
      if (tip === undefined) return button;
      return (
        <Tip key={command.id} text={tip}>
          {button}
        </Tip>
      );
    });
}
