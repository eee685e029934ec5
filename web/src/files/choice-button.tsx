import { Button } from 'antd';
import { useState, type ComponentProps } from 'react';
import type { BoundCommand, CommandContext } from '../commands/index.ts';
import { ContextMenu, type Point } from '../kit/index.ts';

interface ChoiceButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  command: BoundCommand;
  context: CommandContext;
  /** runs the command; for a command with choices, after one is chosen */
  onRun: (command: BoundCommand, choiceId?: string) => void;
}

/** Distance between a button and the menu below it, in CSS pixels. */
const GAP = 4;
const MENU_WIDTH = 264;

/** The button of a command; a command with choices shows them in a menu below. */
export function ChoiceButton({ command, context, onRun, ...button }: ChoiceButtonProps) {
  const [menu, setMenu] = useState<{ at: Point; origin: HTMLElement } | null>(null);
  const choices = command.choices?.(context);
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
