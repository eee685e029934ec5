import { InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { commandsAt, type CommandContext } from '../commands/index.ts';
import { useDetails } from '../details/index.ts';
import { Tip } from '../kit/index.ts';
import { ChoiceButton } from './choice-button.tsx';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';
import styles from './files.module.css';

interface ToolbarProps extends Omit<SelectionBarProps, 'count'> {
  /** with the selected rows as the toolbar shows them: they follow the checkboxes after a pause (FILES-48) */
  context: CommandContext;
}

/** FILES-04: the commands of the open folder, what is selected, and the folder's details. */
export function Toolbar({ context, commands, onRun, ...selection }: ToolbarProps) {
  const { folder, items } = context;
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Folder">
      {commandsAt('toolbar', commands)
        .filter((command) => command.isVisible(context))
        .map((command) => (
          <ChoiceButton
            key={command.id}
            command={command}
            context={context}
            onRun={onRun}
            type={command.id === 'upload' ? 'primary' : 'default'}
            icon={<command.icon aria-hidden />}
            disabled={command.isDisabled(context)}
          >
            {command.label}
          </ChoiceButton>
        ))}
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
