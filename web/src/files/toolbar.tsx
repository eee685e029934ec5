import { InfoCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useRef } from 'react';
import { CommandButtons, commandsOn, FILE_COMMAND_ORDER, type FileContext } from '../commands/index.ts';
import { useDetails } from '../details/index.ts';
import { Tip, useWidth } from '../kit/index.ts';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';
import { toolbarTexts } from './texts.ts';
import styles from './files.module.css';

/** Below this width of the toolbar some commands are only icons, in CSS pixels (USE-12). */
const NARROW = 900;

/** Below this width only Upload has a label, in CSS pixels (USE-46). */
const PHONE = 600;

/**
 * Returns whether the button of a command has only an icon in a narrow toolbar. While rows are selected, the share and
 * download buttons of the folder have only icons, because they are disabled (T-66).
 */
function isIconOnly(id: string, width: number, hasSelection: boolean): boolean {
  if (width >= NARROW) return false;
  if (width < PHONE) return id !== 'upload';
  return id === 'refresh' || (hasSelection && (id === 'share-folder' || id === 'download-folder'));
}

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

/** The info icon, which shows the details of the open folder (FILES-22). */
function FolderDetailsButton({ folder }: Pick<FileContext, 'folder'>) {
  const details = useDetails();
  return (
    <Tip text={toolbarTexts.details}>
      <Button
        type="text"
        aria-label={toolbarTexts.details}
        icon={<InfoCircleOutlined aria-hidden />}
        disabled={folder === null}
        onClick={() => folder !== null && details.ofFolder(folder)}
      />
    </Tip>
  );
}
