import { MoreOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { CommandButtons, CommandMenu, commandsOn, isOffered, type BoundCommand } from '../commands/index.ts';
import type { RowMenu } from '../kit/index.ts';
import { LINK_SURFACES, type LinkContext } from './commands.ts';
import { linkRowTexts } from './texts.ts';
import styles from './links.module.css';

interface LinkActionsProps {
  context: LinkContext;
  commands: readonly BoundCommand<LinkContext>[];
}

/**
 * LINKS-23 … LINKS-27: the button View Details, and a popover with the other commands. Disabled commands are not in the
 * popover.
 */
export function LinkActions({ context, commands }: LinkActionsProps) {
  const [menu, setMenu] = useState<RowMenu | null>(null);
  const more = popoverCommands(commands, context);
  return (
    <span className={styles['actions']}>
      <CommandButtons
        commands={commandsOn(LINK_SURFACES.row, commands)}
        context={context}
        look={({ label }) => ({
          type: 'link',
          size: 'small',
          className: styles['details'],
          icon: null,
          children: label,
        })}
      />
      {more.length > 0 && (
        <Button
          type="text"
          size="small"
          aria-label={linkRowTexts.moreActions(context.link.fileName)}
          aria-haspopup="menu"
          aria-expanded={menu !== null}
          icon={<MoreOutlined aria-hidden />}
          onClick={({ currentTarget }) => {
            const { left, bottom } = currentTarget.getBoundingClientRect();
            setMenu({ at: { x: left, y: bottom }, origin: currentTarget });
          }}
        />
      )}
      {menu !== null && (
        <CommandMenu
          label={linkRowTexts.menu}
          {...menu}
          commands={more}
          context={context}
          onClose={() => setMenu(null)}
        />
      )}
    </span>
  );
}

/** LINKS-24 … LINKS-27: returns the commands of the popover; none for a deleted link. */
export function popoverCommands<C extends Pick<BoundCommand<LinkContext>, 'id' | 'isVisible' | 'isDisabled'>>(
  commands: readonly C[],
  context: LinkContext,
): C[] {
  if (context.link.deleted) return [];
  return commandsOn(LINK_SURFACES.menu, commands).filter((command) => isOffered(command, context));
}
