import {
  ArrowUpOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  CloseCircleFilled,
  MinusCircleOutlined,
  PauseCircleOutlined,
  SafetyCertificateOutlined,
  WarningFilled,
} from '@ant-design/icons';
import type { ReactElement } from 'react';
import { Tip } from '../../kit/index.ts';
import { uploadStatusTexts, type UploadStatus } from '../../upload-queue/index.ts';
import styles from './upload.module.css';

const ICONS: Record<UploadStatus, ReactElement> = {
  Waiting: <ClockCircleOutlined />,
  Uploading: <ArrowUpOutlined />,
  Scanning: <SafetyCertificateOutlined />,
  Completed: <CheckCircleFilled />,
  'Upload Failed': <CloseCircleFilled />,
  'Scan Failed': <CloseCircleFilled />,
  Failed: <CloseCircleFilled />,
  Cancelled: <MinusCircleOutlined />,
};

interface StatusMarkProps {
  status: UploadStatus;
  infected: boolean;
  /** true while the item waits until the vault is back */
  isPaused: boolean;
  /** the tooltip (UPLOAD-47 … UPLOAD-49); null when there is none */
  tooltip: string | null;
}

/** Shows a status as icon and text. A failed status shows its reason in a tooltip. */
export function StatusMark({ status, infected, isPaused, tooltip }: StatusMarkProps) {
  const mark = (
    <span
      className={styles['status']}
      data-status={status}
      data-paused={isPaused}
      tabIndex={tooltip === null ? undefined : 0}
    >
      <span aria-hidden>{iconOf({ status, infected, isPaused })}</span>
      <span className={styles['statusText']}>{uploadStatusTexts[status]}</span>
    </span>
  );
  return tooltip === null ? mark : <Tip text={tooltip}>{mark}</Tip>;
}

function iconOf({ status, infected, isPaused }: Omit<StatusMarkProps, 'tooltip'>): ReactElement {
  if (infected) return <WarningFilled />;
  return isPaused && isRunning(status) ? <PauseCircleOutlined /> : ICONS[status];
}

const isRunning = (status: UploadStatus) => status === 'Uploading' || status === 'Scanning';
