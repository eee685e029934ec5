import { Button } from 'antd';
import type { ComponentProps } from 'react';
import { MenuButton } from '../kit/index.ts';
import type { BoundCommand, RunCommand } from './command.ts';

interface CommandButtonProps<Context> extends Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled'> {
  command: BoundCommand<Context>;
  context: Context;
  /** runs the command; for a command with choices it is called after a choice */
  onRun: RunCommand<Context>;
}

/** The button of a command. A command with choices shows them in a menu below the button. */
export function CommandButton<Context>({ command, context, onRun, ...look }: CommandButtonProps<Context>) {
  const choices = command.choices?.(context);
  const button = {
    icon: <command.icon aria-hidden />,
    ...look,
    disabled: command.isDisabled?.(context) ?? false,
  };
  if (choices === undefined) return <Button {...button} onClick={() => onRun(command)} />;
  return (
    <MenuButton label={command.label} items={choices} onChoose={(choiceId) => onRun(command, choiceId)}>
      {(opens) => <Button {...button} {...opens} />}
    </MenuButton>
  );
}
