import { useRef } from 'react';
import { CommandButtons, commandsOn, FILE_COMMAND_ORDER } from '../commands/index.ts';
import { useWidth } from '../kit/index.ts';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';
import { toolbarTexts } from './texts.ts';
import { FolderDetailsButton } from './folder-details-button.tsx';
import { isIconOnly } from './icon-only.ts';
import styles from './files.module.css';

/** FILES-04: the commands of the open folder, the selection bar, and the folder's details. */
export function Toolbar({ context, commands, onRun, ...selection }: SelectionBarProps) {
  const { folder, items } = context;
  const bar = useRef<HTMLDivElement>(null);
  const width = useWidth(bar);
  return (
    <div ref={bar} className={styles['toolbar']} role="toolbar" aria-label={toolbarTexts.label}>
      <CommandButtons
        commands={commandsOn(FILE_COMMAND_ORDER.toolbar, commands)}
        context={context}
        onRun={onRun}
        look={({ id, label }) => ({
          type: id === 'upload' ? 'primary' : 'default',
          ...(isIconOnly(id, width, items.length > 0)
            ? { 'aria-label': label, title: label }
            : { children: label }),
        })}
      />
      <SelectionBar context={context} commands={commands} onRun={onRun} {...selection} />
      <FolderDetailsButton folder={folder} />
    </div>
  );
}
