import { CloseOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { memo, type ReactNode } from 'react';
import { FileIcon, FolderIcon, MiddleTruncated, Tip } from '../../kit/index.ts';
import { shownPath } from '../../tree/index.ts';
import {
  isCancellable,
  isPaused,
  isRestartable,
  type UploadItem,
  itemTooltip,
  itemText,
  progressOf,
} from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { uploadListTexts } from '../texts.ts';
import { StatusMark } from './status-mark.tsx';
import styles from './upload.module.css';

interface ItemRowProps {
  item: UploadItem;
  isExpanded: boolean;
  onToggle: (id: string) => void;
}

/** The row of a file or folder. It is rendered again only when its item has changed. */
export const ItemRow = memo(function ItemRow({ item, isExpanded, onToggle }: ItemRowProps) {
  const target = useUploadState((state) => state.target?.folderSfid);
  const elsewhere =
    target === undefined || target === item.target.folderSfid ? null : shownPath(item.target.path);
  return (
    <div className={styles['row']}>
      {item.kind === 'folder' ? (
        <Button
          type="text"
          size="small"
          className={styles['expander']}
          aria-expanded={isExpanded}
          aria-label={uploadListTexts.filesOf(item.name)}
          icon={<RightOutlined rotate={isExpanded ? 90 : 0} />}
          onClick={() => onToggle(item.id)}
        />
      ) : (
        <span className={styles['expander']} />
      )}
      {item.kind === 'folder' ? <FolderIcon /> : <FileIcon name={item.name} />}
      <div className={styles['words']}>
        <MiddleTruncated text={item.name} />
        <span className={styles['meta']} title={itemText(item, elsewhere)}>
          {itemText(item, elsewhere)}
        </span>
      </div>
      <StatusMark
        status={item.status}
        infected={item.infected}
        isPaused={isPaused(item)}
        tooltip={itemTooltip(item)}
      />
      <ItemAction item={item} />
      <Progress item={item} />
    </div>
  );
});

function ItemAction({ item }: { item: UploadItem }) {
  const manager = useUploadManager();
  if (isCancellable(item)) {
    return (
      <RowAction
        label={uploadListTexts.cancel(item.name)}
        icon={<CloseOutlined />}
        onAct={() => manager.cancel(item.id)}
      />
    );
  }
  if (isRestartable(item)) {
    return (
      <RowAction
        label={uploadListTexts.retry(item.name)}
        icon={<ReloadOutlined />}
        onAct={() => manager.retry(item.id)}
      />
    );
  }
  return <span className={styles['action']} />;
}

interface RowActionProps {
  label: string;
  icon: ReactNode;
  onAct: () => void;
}

/** A small button at the end of a line; its label names the action and the upload. */
export function RowAction({ label, icon, onAct }: RowActionProps) {
  return (
    <Tip text={label}>
      <Button
        type="text"
        size="small"
        className={styles['action']}
        aria-label={label}
        icon={icon}
        onClick={onAct}
      />
    </Tip>
  );
}

/** A thin bar at the bottom of the line. It shows the progress of sending, and after that it is indeterminate. */
function Progress({ item }: { item: UploadItem }) {
  if ((item.status !== 'Uploading' && item.status !== 'Scanning') || item.activity === null) return null;
  if (isPaused(item)) return null;
  const done = item.status === 'Scanning' ? null : progressOf(item);
  return (
    <div
      role="progressbar"
      aria-label={item.name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={done === null ? undefined : Math.round(done * 100)}
      className={styles['bar']}
      data-unknown={done === null}
    >
      <div style={{ width: done === null ? undefined : `${done * 100}%` }} />
    </div>
  );
}
