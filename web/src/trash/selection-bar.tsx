import { CloseOutlined } from '@ant-design/icons';
import { itemsSelected } from '@vault/contract';
import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import { TRASH_ACTIONS, type TrashAction } from './actions.ts';
import styles from './trash.module.css';

interface SelectionBarProps {
  count: number;
  onAct: (id: TrashAction['id']) => void;
  onClear: () => void;
  /** keys that are pressed in the bar */
  onKey: (event: KeyboardEvent) => void;
}

/** USE-45: the actions on the selected rows. The bar is always shown, so that no row moves under the pointer. */
export function SelectionBar({ count, onAct, onClear, onKey }: SelectionBarProps) {
  return (
    <div
      className={styles['bar']}
      role="toolbar"
      tabIndex={-1}
      aria-label="Selected items of the trash"
      onKeyDown={onKey}
    >
      <span role="status" className={styles['count']}>
        {count > 0 ? itemsSelected(count) : 'Select items to restore or delete them.'}
      </span>
      {count > 0 && (
        <>
          {TRASH_ACTIONS.map(({ id, label, icon: Icon, isDanger = false }) => (
            <Button
              key={id}
              size="small"
              danger={isDanger}
              icon={Icon && <Icon aria-hidden />}
              onClick={() => onAct(id)}
            >
              {label}
            </Button>
          ))}
          <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} onClick={onClear}>
            Clear the selection
          </Button>
        </>
      )}
    </div>
  );
}
