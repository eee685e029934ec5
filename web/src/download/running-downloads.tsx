import { useStore } from 'zustand';
import { Docked } from '../kit/index.ts';
import { useLeaveWarning } from '../shared/index.ts';
import type { DownloadManager } from './download-manager.ts';
import { runningDownloadTexts } from './texts.ts';
import { RunningDownloadRow } from './running-download.tsx';
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
          <RunningDownloadRow
            key={download.id}
            download={download}
            onCancel={() => manager.cancel(download.id)}
          />
        ))}
      </ul>
    </Docked>
  );
}
