import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { formatBytes } from '@vault/contract';
import { waitingText } from '../availability/index.ts';
import { useStore } from 'zustand';
import { Docked, FileIcon, MiddleTruncated, Tip } from '../kit/index.ts';
import { useLeaveWarning } from '../shared/index.ts';
import { transferTexts } from '../kit/transfer-texts.ts';
import { timeLeft } from '../kit/transfer-rate.ts';
import type { DownloadManager, RunningDownload } from './download-manager.ts';
import { runningDownloadTexts } from './texts.ts';
import styles from './download.module.css';

/** The running downloads with their progress. A finished download disappears immediately. */
export function RunningDownloads({ manager }: { manager: DownloadManager }) {
  const running = useStore(manager.store);
  useLeaveWarning(running.length > 0);
  if (running.length === 0) return null;
  return (
    <Docked label={runningDownloadTexts.list}>
      <ul className={styles['running']}>
        {running.map((download) => (
          <Running key={download.id} download={download} onCancel={() => manager.cancel(download.id)} />
        ))}
      </ul>
    </Docked>
  );
}

function Running({ download, onCancel }: { download: RunningDownload; onCancel: () => void }) {
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
        <span className={styles['meta']}>{textOf(download)}</span>
      </div>
      <Tip text={label}>
        <Button type="text" size="small" aria-label={label} icon={<CloseOutlined />} onClick={onCancel} />
      </Tip>
    </li>
  );
}

function textOf({ totalBytes, doneBytes, rate, waitsFor }: RunningDownload): string {
  const { bytesPerSecond, secondsLeft } = rate;
  if (waitsFor !== null) return waitingText(waitsFor);
  if (totalBytes === null) return runningDownloadTexts.preparing;
  const parts = [runningDownloadTexts.progress(formatBytes(doneBytes), formatBytes(totalBytes))];
  if (bytesPerSecond !== null) parts.push(transferTexts.rate(formatBytes(bytesPerSecond)));
  if (secondsLeft !== null) parts.push(timeLeft(secondsLeft));
  return parts.join(' · ');
}
