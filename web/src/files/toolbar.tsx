import {
  CloudDownloadOutlined,
  FolderAddOutlined,
  InfoCircleOutlined,
  ReloadOutlined,
  UploadOutlined,
} from '@ant-design/icons';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { Tip } from '../kit/index.ts';
import { TOOLBAR_COMMANDS, type ToolbarCommandId, type ToolbarContext } from './commands.ts';
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx';
import styles from './files.module.css';

const ICONS: Record<ToolbarCommandId, ComponentType<{ 'aria-hidden': true }>> = {
  create: FolderAddOutlined,
  upload: UploadOutlined,
  download: CloudDownloadOutlined,
  refresh: ReloadOutlined,
};

interface ToolbarProps {
  context: ToolbarContext;
  onRun: (command: ToolbarCommandId) => void;
  selection: SelectionBarProps;
  onDetails: () => void;
}

/** FILES-04: the commands of the open folder, what is selected, and the folder's details. */
export function Toolbar({ context, onRun, selection, onDetails }: ToolbarProps) {
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Folder">
      {TOOLBAR_COMMANDS.filter((command) => command.isVisible(context)).map(({ id, label, isDisabled }) => {
        const Icon = ICONS[id];
        return (
          <Button
            key={id}
            type={id === 'upload' ? 'primary' : 'default'}
            icon={<Icon aria-hidden />}
            disabled={isDisabled(context)}
            onClick={() => onRun(id)}
          >
            {label}
          </Button>
        );
      })}
      <SelectionBar {...selection} />
      <Tip text="Details of this folder">
        <Button
          type="text"
          aria-label="Details of this folder"
          icon={<InfoCircleOutlined aria-hidden />}
          disabled={context.folder === null}
          onClick={onDetails}
        />
      </Tip>
    </div>
  );
}
