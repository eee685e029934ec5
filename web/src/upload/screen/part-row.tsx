import { ReloadOutlined } from '@ant-design/icons';
import { memo } from 'react';
import { FileIcon, MiddleTruncated } from '../../kit/index.ts';
import {
  isPaused,
  isRestartable,
  type Part,
  type UploadItem,
  isInfected,
  resumeOf,
  failureTooltip,
  partText,
} from '../../upload-queue/index.ts';
import { useUploadManager } from '../use-upload.ts';
import { uploadListTexts } from '../texts.ts';
import { RowAction } from './item-row.tsx';
import { StatusMark } from './status-mark.tsx';
import styles from './upload.module.css';

interface PartRowProps {
  item: UploadItem;
  part: Part;
  partIndex: number;
}

/** The row of a file inside an expanded folder, with the status of the file (UPLOAD-24). */
export const PartRow = memo(function PartRow({ item, part, partIndex }: PartRowProps) {
  const manager = useUploadManager();
  const canRetry = isRestartable(item) && resumeOf(part.state) !== null;
  return (
    <div className={styles['row']} data-part>
      <span className={styles['expander']} />
      <FileIcon name={part.path} />
      <div className={styles['words']}>
        <MiddleTruncated text={part.path} />
        <span className={styles['meta']}>{partText(part)}</span>
      </div>
      <StatusMark
        status={part.state.status}
        infected={isInfected(part.state)}
        isPaused={isPaused(item)}
        tooltip={failureTooltip(part.state)}
      />
      {canRetry ? (
        <RowAction
          label={uploadListTexts.retry(part.path)}
          icon={<ReloadOutlined />}
          onAct={() => manager.retry(item.id, partIndex)}
        />
      ) : (
        <span className={styles['action']} />
      )}
    </div>
  );
});
