import { DownloadOutlined } from '@ant-design/icons';
import type { Item } from '@vault/contract';
import { Link } from '@tanstack/react-router';
import { Button } from 'antd';
import type { ComponentType } from 'react';
import { FileIcon, FolderIcon, MiddleTruncated, Tip } from '../kit/index.ts';
import { patchVaultSearch } from '../shell/index.ts';
import type { RowsCommand, RowsCommandId } from './commands.ts';
import { isFolder } from './items.ts';
import styles from './files.module.css';

interface NameCellProps {
  item: Item;
  commands: readonly RowsCommand[];
  onRun: (command: RowsCommandId, item: Item) => void;
}

const ROW_ICONS: Partial<Record<RowsCommandId, ComponentType<{ 'aria-hidden': true }>>> = {
  download: DownloadOutlined,
};

/** Icon and name; what can be done at once shows while the pointer or the focus is on the row (FILES-33). */
export function NameCell({ item, commands, onRun }: NameCellProps) {
  return (
    <span className={styles['name']}>
      {isFolder(item) ? <FolderIcon /> : <FileIcon name={item.name} />}
      {isFolder(item) ? <FolderLink item={item} /> : <MiddleTruncated text={item.name} />}
      <span className={styles['rowIcons']}>
        {commands.map(({ id, label }) => {
          const Icon = ROW_ICONS[id];
          return (
            <Tip key={id} text={label}>
              <Button
                type="text"
                size="small"
                aria-label={`${label} ${item.name}`}
                icon={Icon && <Icon aria-hidden />}
                onClick={() => onRun(id, item)}
              />
            </Tip>
          );
        })}
      </span>
    </span>
  );
}

/** A real link, so that a folder can be opened in a further window too. */
function FolderLink({ item }: { item: Item }) {
  return (
    <Link
      to="/vault"
      search={(search) => patchVaultSearch(search, { folder: item.sfid, page: 1 })}
      className={styles['folderLink'] ?? ''}
      // The row is the tab stop, and Enter on it opens the folder.
      tabIndex={-1}
    >
      <MiddleTruncated text={item.name} />
    </Link>
  );
}
