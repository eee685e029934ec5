import { CloseOutlined } from '@ant-design/icons';
import { itemsSelected } from '@vault/contract';
import { Button } from 'antd';
import type { KeyboardEvent } from 'react';
import { CommandButtons, type BoundCommand } from '../commands/index.ts';
import type { TrashContext } from './commands.ts';
import { trashSelectionTexts } from './texts.ts';
import styles from './trash.module.css';

interface SelectionBarProps {
  context: TrashContext;
  commands: readonly BoundCommand<TrashContext>[];
  onClear: () => void;
  /** called for keys that are pressed in the bar */
  onKey: (event: KeyboardEvent) => void;
}

/** USE-45: the actions on the selected rows. The bar is always shown, so that no row moves under the pointer. */
export function SelectionBar({ context, commands, onClear, onKey }: SelectionBarProps) {
  const count = context.items.length;
  return (
    <div
      className={styles['bar']}
      role="toolbar"
      tabIndex={-1}
      aria-label={trashSelectionTexts.label}
      onKeyDown={onKey}
    >
      <span role="status" className={styles['count']}>
        {count > 0 ? itemsSelected(count) : trashSelectionTexts.none}
      </span>
      <CommandButtons
        commands={commands}
        context={context}
        look={({ label, isDanger = false }) => ({ size: 'small', danger: isDanger, children: label })}
      />
      {count > 0 && (
        <Button size="small" type="text" icon={<CloseOutlined aria-hidden />} onClick={onClear}>
          {trashSelectionTexts.clear}
        </Button>
      )}
    </div>
  );
}
