import { formatBytes } from '@vault/contract';
import type { UploadManager, UploadState } from '../../upload-queue/index.ts';
import { RejectedFiles } from './rejected-files.tsx';
import { failedFirst } from './outcome.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './request.module.css';

interface UploadListProps {
  manager: UploadManager;
  state: UploadState;
}

/** The active, finished and rejected files. */
export function UploadList({ manager, state }: UploadListProps) {
  const { items, counts } = state;
  return (
    <>
      <RejectedFiles manager={manager} state={state} />
      {items.length > 0 && (
        <section className={styles['box']} aria-label="Your files">
          {counts.running + counts.waiting > 0 && (
            <p className={styles['sum']}>
              {counts.completed} of {counts.total - counts.cancelled} sent, {formatBytes(counts.sentBytes)} of{' '}
              {formatBytes(counts.totalBytes)}
            </p>
          )}
          <ul className={styles['list']} aria-label="Uploads">
            {failedFirst(items).map((item) => (
              <UploadRow key={item.id} item={item} manager={manager} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
