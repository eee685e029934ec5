import { CloseOutlined, DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { itemsSelected } from '@vault/contract';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { Tip } from '../kit/index.ts';
import type { RowsCommand, RowsCommandId } from './commands.ts';
import styles from './files.module.css';

export interface SelectionBarProps {
  /** as the toolbar shows it: it follows the checkboxes after a pause (FILES-48) */
  count: number;
  commands: readonly RowsCommand[];
  onRun: (command: RowsCommandId) => void;
  onClear: () => void;
}

const ICONS: Record<RowsCommandId, ComponentType<{ 'aria-hidden': true }>> = {
  download: DownloadOutlined,
  delete: DeleteOutlined,
};

/** FILES-20, FILES-21: how many rows are selected, which a click undoes, and what can be done with them. */
export function SelectionBar({ count, commands, onRun, onClear }: SelectionBarProps) {
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
      {count > 0 &&
        commands.map(({ id, label }) => {
          const Icon = ICONS[id];
          return (
            <Tip key={id} text={`${label} selected items`}>
              <Button
                type="text"
                danger={id === 'delete'}
                aria-label={`${label} selected items`}
                icon={<Icon aria-hidden />}
                onClick={() => onRun(id)}
              />
            </Tip>
          );
        })}
    </div>
  );
}
