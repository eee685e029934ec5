import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { FileIcon, MiddleTruncated, Tip } from '../kit/index.ts';
import type { RunningDownload } from './download-manager.ts';
import { runningDownloadTexts } from './texts.ts';
import { progressText } from './progress-text.ts';
import styles from './download.module.css';

/** One running download: its name, its progress and a button that cancels it. */
export function RunningDownloadRow({
  download,
  onCancel,
}: {
  download: RunningDownload;
  onCancel: () => void;
}) {
  const { name, doneBytes, totalBytes, waitsFor } = download;
  const label = runningDownloadTexts.cancel(name);
  const percent = totalBytes === null || totalBytes === 0 ? null : (100 * doneBytes) / totalBytes;
  return (
    <li className={styles['download']}>
      <FileIcon name={name} />
      <div className={styles['words']}>
        <MiddleTruncated text={name} />
        <progress
          className={styles['progress']}
          aria-label={name}
          max={100}
          {...(percent !== null && { value: percent })}
          // A bar without a value is animated, so a waiting download has the value 0.
          {...(percent === null && waitsFor !== null && { value: 0 })}
        />
        <span className={styles['meta']}>{progressText(download)}</span>
      </div>
      <Tip text={label}>
        <Button type="text" size="small" aria-label={label} icon={<CloseOutlined />} onClick={onCancel} />
      </Tip>
    </li>
  );
}
