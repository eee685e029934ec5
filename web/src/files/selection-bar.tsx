import { CloseOutlined, EllipsisOutlined } from '@ant-design/icons';
import { itemsSelected } from '@vault/contract';
import { Button } from 'antd';
import {
  CommandButtons,
  commandsOn,
  FILE_COMMAND_ORDER,
  type BoundCommand,
  type FileContext,
  type RunCommand,
} from '../commands/index.ts';
import { Tip, type RowMenu } from '../kit/index.ts';
import { selectionTexts } from './texts.ts';
import styles from './files.module.css';

export interface SelectionBarProps {
  /** its selection is the delayed one: it follows the checkboxes after a pause (FILES-48) */
  context: FileContext;
  commands: readonly BoundCommand<FileContext>[];
  onRun: RunCommand<FileContext>;
  /** opens the context menu of the selected rows, like a right click */
  onMenu: (menu: RowMenu) => void;
  onClear: () => void;
}

/**
 * FILES-20, FILES-21: the number of selected rows, and the commands for them. A click on the number clears the
 * selection.
 */
export function SelectionBar({ context, commands, onRun, onMenu, onClear }: SelectionBarProps) {
  const count = context.items.length;
  return (
    <div className={styles['selection']}>
      {/* The live region is always rendered, so that screen readers announce every change. */}
      <span role="status">
        {count > 0 && (
          <Tip text={selectionTexts.clear}>
            <button type="button" className={styles['selectionLabel']} onClick={onClear}>
              {itemsSelected(count)}
              <CloseOutlined aria-hidden />
            </button>
          </Tip>
        )}
      </span>
      {count > 0 && (
        <>
          <CommandButtons
            commands={commandsOn(FILE_COMMAND_ORDER.selection, commands)}
            context={context}
            onRun={onRun}
            look={({ label, isDanger = false }) => {
              const name = selectionTexts.ofItems(label);
              return { tip: name, type: 'text', danger: isDanger, 'aria-label': name };
            }}
          />
          <MoreButton onMenu={onMenu} />
        </>
      )}
    </div>
  );
}

/** The button that opens the context menu, for devices without a right mouse button. */
function MoreButton({ onMenu }: Pick<SelectionBarProps, 'onMenu'>) {
  return (
    <Tip text={selectionTexts.more}>
      <Button
        type="text"
        aria-label={selectionTexts.more}
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
