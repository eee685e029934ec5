import { Button } from 'antd';
import { useState } from 'react';
import { Notice } from '../../kit/index.ts';
import { RejectedLines } from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { rejectedFilesTexts } from '../texts.ts';
import { RenameRejected } from './rename-rejected.tsx';
import styles from './upload.module.css';

/** Lists the names of rejected and skipped files, because the toasts do not name them. */
export function RejectedFiles() {
  const manager = useUploadManager();
  const refusals = useUploadState((state) => state.rejected);
  const hasBadNames = useUploadState((state) => state.badNames.length > 0);
  const [isRenaming, setRenaming] = useState(false);
  if (refusals.length === 0) return null;
  const count = rejectedFilesTexts.notAdded(refusals.length);
  return (
    <Notice kind="warning" title={count} onClose={manager.clearRejected}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <ul className={styles['refusals']} tabIndex={0} aria-label={count}>
        <RejectedLines rejected={refusals} />
      </ul>
      {hasBadNames && !isRenaming && (
        <Button size="small" onClick={() => setRenaming(true)}>
          {rejectedFilesTexts.rename}
        </Button>
      )}
      {hasBadNames && isRenaming && <RenameRejected onEnd={() => setRenaming(false)} />}
    </Notice>
  );
}
