import { memo, useState } from 'react';
import { FileIcon } from '../../kit/file-icon.tsx';
import { FolderIcon } from '../../kit/folder-icon.tsx';
import {
  isCancellable,
  isPaused,
  isRestartable,
  itemText,
  partText,
  progressOf,
  uploadStatusTexts,
  type UploadManager,
  type UploadItem,
} from '../../upload-queue/index.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { NameText } from '../parts/name-text.tsx';
import { uploadListTexts } from './texts.ts';
import styles from './request.module.css';

interface UploadRowProps {
  item: UploadItem;
  manager: UploadManager;
}

/** The row of a file or folder with its state (RECIP-07). It is rendered again only when its item has changed. */
export const UploadRow = memo(function UploadRow({ item, manager }: UploadRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles['item']}>
      <div className={styles['line']}>
        {item.kind === 'folder' ? <FolderIcon /> : <FileIcon name={item.name} />}
        <div className={styles['words']}>
          <NameText name={item.name} />
          <span className={styles['meta']}>
            <span className={styles['state']} data-status={item.status}>
              {uploadStatusTexts[item.status]}
            </span>
            {itemText(item, null)}
          </span>
          {item.kind === 'folder' && (
            <button
              type="button"
              className={styles['unfold']}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? uploadListTexts.hideFiles : uploadListTexts.showFiles}
              <span className="visually-hidden"> {uploadListTexts.of(item.name)}</span>
            </button>
          )}
        </div>
        <RowAction item={item} manager={manager} />
      </div>
      <Progress item={item} />
      {isOpen && <Parts item={item} />}
    </li>
  );
});

function Parts({ item }: { item: UploadItem }) {
  return (
    <ul className={styles['parts']} aria-label={uploadListTexts.filesOf(item.name)}>
      {item.parts.map((part) => (
        <li key={part.path}>
          <NameText name={part.path} />
          <span className={styles['meta']}>
            <span className={styles['state']} data-status={part.state.status}>
              {uploadStatusTexts[part.state.status]}
            </span>
            {partText(part)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function RowAction({ item, manager }: UploadRowProps) {
  if (isCancellable(item)) {
    return (
      <Button
        look="quiet"
        aria-label={uploadListTexts.cancel(item.name)}
        onClick={() => manager.cancel(item.id)}
      >
        <Icon of="close" />
      </Button>
    );
  }
  if (isRestartable(item)) {
    return (
      <Button
        look="quiet"
        aria-label={uploadListTexts.retry(item.name)}
        onClick={() => manager.retry(item.id)}
      >
        <Icon of="retry" />
      </Button>
    );
  }
  return item.status === 'Completed' ? (
    <span className={styles['done']}>
      <Icon of="done" />
    </span>
  ) : null;
}

/** The bar shows the progress of sending, and after that it is indeterminate. */
function Progress({ item }: { item: UploadItem }) {
  if ((item.status !== 'Uploading' && item.status !== 'Scanning') || isPaused(item)) return null;
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
