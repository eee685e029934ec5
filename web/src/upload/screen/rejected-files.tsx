import { Button } from 'antd';
import { useState } from 'react';
import { Notice } from '../../kit/index.ts';
import { shortPath } from '../../kit/truncate-middle.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { rejectedFilesTexts } from '../texts.ts';
import { listTexts } from '../../kit/list-texts.ts';
import { RenameRejected } from './rename-rejected.tsx';
import styles from './upload.module.css';

/** The most rejected names that are listed; the others are only counted. */
const NAMED = 50;

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
        {refusals.slice(0, NAMED).map(({ name, message }) => (
          <li key={`${name}/${message}`}>
            <b title={name}>{shortPath(name)}</b> – {message}
          </li>
        ))}
        {refusals.length > NAMED && <li>{listTexts.andMore(refusals.length - NAMED)}</li>}
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
