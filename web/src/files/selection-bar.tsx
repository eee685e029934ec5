import { CloseOutlined, EllipsisOutlined } from '@ant-design/icons';
import { itemsSelected } from '@vault/contract';
import { Button } from 'antd';
import { commandsOn, type BoundCommand } from '../commands/index.ts';
import { Tip, type RowMenu } from '../kit/index.ts';
import styles from './files.module.css';

export interface SelectionBarProps {
  /** the settled count of selected rows: it follows the checkboxes after a pause (FILES-48) */
  count: number;
  commands: readonly BoundCommand[];
  onRun: (command: BoundCommand, choiceId?: string) => void;
  /** opens the context menu of the selected rows, as a right click does */
  onMenu: (menu: RowMenu) => void;
  onClear: () => void;
}

/** FILES-20, FILES-21: the number of selected rows, which a click clears, and the commands for them. */
export function SelectionBar({ count, commands, onRun, onMenu, onClear }: SelectionBarProps) {
  return (
    <div className={styles['selection']}>
      {/* Always there, so that screen readers hear every change. */}
      <span role="status">
        {count > 0 && (
          <Tip text="Clear the selection">
            <button type="button" className={styles['selectionLabel']} onClick={onClear}>
              {itemsSelected(count)}
              <CloseOutlined aria-hidden />
            </button>
          </Tip>
        )}
      </span>
      {count > 0 && (
        <>
          {commandsOn('selection', commands).map((command) => (
            <Tip key={command.id} text={`${command.label} selected items`}>
              <Button
                type="text"
                danger={command.isDanger ?? false}
                aria-label={`${command.label} selected items`}
                icon={<command.icon aria-hidden />}
                onClick={() => onRun(command)}
              />
            </Tip>
          ))}
          <MoreButton onMenu={onMenu} />
        </>
      )}
    </div>
  );
}

/** Opens the context menu on devices without a right button. */
function MoreButton({ onMenu }: Pick<SelectionBarProps, 'onMenu'>) {
  return (
    <Tip text="More for the selected items">
      <Button
        type="text"
        aria-label="More for the selected items"
        aria-haspopup="menu"
        icon={<EllipsisOutlined aria-hidden />}
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          onMenu({ at: { x: left, y: bottom + 4 }, origin: currentTarget });
        }}
      />
    </Tip>
  );
}
