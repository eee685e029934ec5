import { InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { commandsOn, type BoundCommand, type CommandContext } from '../commands/index.ts';
import { useDetails } from '../details/index.ts';
import { Tip, useWidth } from '../kit/index.ts';
import { ChoiceButton } from './choice-button.tsx';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';
import styles from './files.module.css';

interface ToolbarProps extends Omit<SelectionBarProps, 'count'> {
  /** contains the settled selection: it follows the checkboxes after a pause (FILES-48) */
  context: CommandContext;
}

/** Below this width of the toolbar some commands are only icons, in CSS pixels (USE-12). */
const NARROW = 900;

/** Below this width only Upload has a label, in CSS pixels (USE-46). */
const PHONE = 600;

/**
 * Returns whether a command has no label in a narrow toolbar. The folder's commands are disabled while rows are
 * selected (T-66).
 */
function isIconOnly({ id }: BoundCommand, width: number, hasSelection: boolean): boolean {
  if (width >= NARROW) return false;
  if (width < PHONE) return id !== 'upload';
  return id === 'refresh' || (hasSelection && (id === 'share-folder' || id === 'download-folder'));
}

/** FILES-04: the commands of the open folder, the selection bar, and the folder's details. */
export function Toolbar({ context, commands, onRun, ...selection }: ToolbarProps) {
  const { folder, items } = context;
  const bar = useRef<HTMLDivElement>(null);
  const width = useWidth(bar);
  return (
    <div ref={bar} className={styles['toolbar']} role="toolbar" aria-label="Folder">
      {commandsOn('toolbar', commands)
        .filter((command) => command.isVisible(context))
        .map((command) => {
          const isShort = isIconOnly(command, width, items.length > 0);
          return (
            <ChoiceButton
              key={command.id}
              command={command}
              context={context}
              onRun={onRun}
              type={command.id === 'upload' ? 'primary' : 'default'}
              icon={<command.icon aria-hidden />}
              disabled={command.isDisabled(context)}
              {...(isShort ? { 'aria-label': command.label, title: command.label } : {})}
            >
              {isShort ? null : command.label}
            </ChoiceButton>
          );
        })}
      <SelectionBar
        count={items.length}
        commands={commands.filter((command) => command.isVisible(context))}
        onRun={onRun}
        {...selection}
      />
      <FolderDetailsButton folder={folder} />
    </div>
  );
}

/** FILES-22 */
function FolderDetailsButton({ folder }: Pick<CommandContext, 'folder'>) {
  const details = useDetails();
  return (
    <Tip text="Details of this folder">
      <Button
        type="text"
        aria-label="Details of this folder"
        icon={<InfoCircleOutlined aria-hidden />}
        disabled={folder === null}
        onClick={() => folder !== null && details.ofFolder(folder)}
      />
    </Tip>
  );
}
