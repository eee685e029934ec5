import type { MenuItem } from '../kit/index.ts';
import { commandsOn, type BoundCommand, type CommandContext } from '../commands/index.ts';

/** Key hints of the menu, as printed on keyboards. */
const KEY_HINTS: Record<string, string> = { F2: 'F2', Delete: 'Del', Space: 'Space' };

/** Returns the context menu of items (MENU-01): the visible commands, in the order of the specification. */
export function menuItemsOf(commands: readonly BoundCommand[], context: CommandContext): MenuItem[] {
  return commandsOn('menu', commands)
    .filter((command) => command.isVisible(context))
    .map((command) => ({
      id: command.id,
      label: command.label,
      icon: command.icon,
      keyHint: KEY_HINTS[command.keys?.[0] ?? ''],
      isDisabled: command.isDisabled(context),
      isDanger: command.isDanger ?? false,
      submenu: command.choices?.(context).map((choice) => ({ ...choice, id: `${command.id}:${choice.id}` })),
    }));
}

/** Runs the command that was chosen from `menuItemsOf`. @param chosen the id of an item or of its submenu item */
export function performChosen(
  commands: readonly BoundCommand[],
  context: CommandContext,
  chosen: string,
): void {
  const [id, choiceId] = chosen.split(':');
  commands.find((command) => command.id === id)?.perform(context, choiceId);
}
