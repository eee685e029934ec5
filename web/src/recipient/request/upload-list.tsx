import { formatBytes } from '@vault/contract';
import type { UploadManager, UploadState } from '../../upload-queue/index.ts';
import { RejectedFiles } from './rejected-files.tsx';
import { failedFirst } from './outcome.ts';
import { uploadListTexts } from './texts.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './request.module.css';

interface UploadListProps {
  manager: UploadManager;
  state: UploadState;
}

/** The list of the active, finished and rejected files. */
export function UploadList({ manager, state }: UploadListProps) {
  const { items, counts } = state;
  return (
    <>
      <RejectedFiles manager={manager} state={state} />
      {items.length > 0 && (
        <section className={styles['box']} aria-label={uploadListTexts.box}>
          {counts.running + counts.waiting > 0 && (
            <p className={styles['sum']}>
              {uploadListTexts.progress(
                counts.completed,
                counts.total - counts.cancelled,
                formatBytes(counts.sentBytes),
                formatBytes(counts.totalBytes),
              )}
            </p>
          )}
          <ul className={styles['list']} aria-label={uploadListTexts.list}>
            {failedFirst(items).map((item) => (
              <UploadRow key={item.id} item={item} manager={manager} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
