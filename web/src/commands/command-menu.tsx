import { ContextMenu, type MenuItem, type RowMenu } from '../kit/index.ts';
import type { BoundCommand } from './command.ts';
import { keyHintTexts } from './texts.ts';

interface CommandMenuProps<Context> extends RowMenu {
  label: string;
  /** the commands, in the order of the menu */
  commands: readonly BoundCommand<Context>[];
  context: Context;
  onClose: () => void;
}

/** A context menu of commands: one item for each visible command. */
export function CommandMenu<Context>({ commands, context, ...menu }: CommandMenuProps<Context>) {
  return (
    <ContextMenu
      {...menu}
      items={menuItemsOf(commands, context)}
      onChoose={(chosen) => performChosen(commands, context, chosen)}
    />
  );
}

function menuItemsOf<Context>(commands: readonly BoundCommand<Context>[], context: Context): MenuItem[] {
  return commands
    .filter((command) => command.isVisible(context))
    .map((command) => ({
      id: command.id,
      label: command.label,
      icon: command.icon,
      keyHint: keyHintTexts[command.keys?.[0] ?? ''],
      isDisabled: command.isDisabled?.(context) ?? false,
      isDanger: command.isDanger ?? false,
      submenu: command.choices?.(context).map((choice) => ({ ...choice, id: `${command.id}:${choice.id}` })),
    }));
}

/** Runs the chosen command. @param chosen the id of an item of `menuItemsOf`, or of an item in its submenu */
function performChosen<Context>(
  commands: readonly BoundCommand<Context>[],
  context: Context,
  chosen: string,
): void {
  const [id, choiceId] = chosen.split(':');
  commands.find((command) => command.id === id)?.perform(context, choiceId);
}
