import { formatBytes, type CallData, type contract, type PastItem } from '@vault/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { hasErrorCode } from '../api/index.ts';
import { FileIcon, FolderIcon, MiddleTruncated, Spinner } from '../kit/index.ts';
import { listTexts } from '../kit/list-texts.ts';
import { pastTexts } from './texts.ts';
import styles from './bring-back.module.css';

interface PastListProps {
  /** gets the focus when the button that had it is gone, such as that of an opened folder */
  box: RefObject<HTMLDivElement | null>;
  /** the shown path of the folder */
  folder: string;
  past: UseQueryResult<CallData<typeof contract.bringBack.past>>;
  /** opens a folder of the list */
  onOpen: (name: string) => void;
}

/** The items of a folder as it was, and what became of them. */
export function PastList({ box, folder, past, onOpen }: PastListProps) {
  const { data, error, isPlaceholderData } = past;
  return (
    // The box can have the focus, so that the keyboard can scroll it.
    <div
      ref={box}
      className={styles['box']}
      role="region"
      aria-label={folder}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-busy={isPlaceholderData}
    >
      {error !== null && (
        <p className={styles['message']} role="alert">
          {hasErrorCode(error, 'NOT_FOUND') ? pastTexts.missing : error.message}
        </p>
      )}
      {error === null && data === undefined && (
        <div className={styles['message']}>
          <Spinner label={pastTexts.loading} />
        </div>
      )}
      {error === null && data?.total === 0 && <p className={styles['message']}>{pastTexts.empty}</p>}
      {error === null && data !== undefined && data.total > 0 && (
        <ul className={styles['items']} aria-label={pastTexts.list}>
          {data.items.map((item) => (
            <li key={`${item.kind} ${item.name}`}>
              <ItemName item={item} onOpen={onOpen} />
              <span className={styles['state']} data-present={item.present}>
                {item.isKept ? pastTexts.present[item.present] : pastTexts.notKept}
              </span>
              <span className={styles['size']}>
                {item.kind === 'file' ? formatBytes(item.sizeBytes) : ''}
              </span>
            </li>
          ))}
          {data.total > data.items.length && (
            <li className={styles['hint']}>{listTexts.andMore(data.total - data.items.length)}</li>
          )}
        </ul>
      )}
    </div>
  );
}

function ItemName({ item: { kind, name }, onOpen }: { item: PastItem; onOpen: (name: string) => void }) {
  if (kind === 'file') {
    return (
      <span className={styles['name']}>
        <FileIcon name={name} />
        <MiddleTruncated text={name} />
      </span>
    );
  }
  return (
    <button
      type="button"
      className={styles['name']}
      aria-label={pastTexts.open(name)}
      onClick={() => onOpen(name)}
    >
      <FolderIcon />
      <MiddleTruncated text={name} />
    </button>
  );
}
