import { Button } from 'antd';
import { useState, type ComponentProps } from 'react';
import { ContextMenu, type RowMenu } from '../kit/index.ts';
import type { BoundCommand, RunCommand } from './command.ts';

interface CommandButtonProps<Context> extends Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled'> {
  command: BoundCommand<Context>;
  context: Context;
  /** runs the command; for a command with choices it is called after a choice */
  onRun: RunCommand<Context>;
}

/** The distance between a button and the menu below it, in CSS pixels. */
const GAP = 4;
const MENU_WIDTH = 264;

/** The button of a command. A command with choices shows them in a menu below the button. */
export function CommandButton<Context>({ command, context, onRun, ...look }: CommandButtonProps<Context>) {
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const choices = command.choices?.(context);
  const button = {
    icon: <command.icon aria-hidden />,
    ...look,
    disabled: command.isDisabled?.(context) ?? false,
  };
  if (choices === undefined) return <Button {...button} onClick={() => onRun(command)} />;
  return (
    <>
      <Button
        {...button}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          setMenu({ at: { x: left, y: bottom + GAP }, origin: currentTarget });
        }}
      />
      {menu !== null && (
        <ContextMenu
          label={command.label}
          width={MENU_WIDTH}
          at={menu.at}
          origin={menu.origin}
          items={choices}
          onChoose={(choiceId) => onRun(command, choiceId)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}
