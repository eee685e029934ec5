import { useState } from 'react';
import type { UploadManager, UploadState } from '../../upload-queue/index.ts';
import { listTexts } from '../../kit/list-texts.ts';
import { shortPath } from '../../kit/truncate-middle.ts';
import { Button } from '../parts/button.tsx';
import { rejectedFilesTexts } from './texts.ts';
import { RenameRejected } from './rename-rejected.tsx';
import styles from './request.module.css';

/** The most rejected names that are listed; the others are only counted. */
const NAMED = 50;

interface RejectedFilesProps {
  manager: UploadManager;
  state: Pick<UploadState, 'rejected' | 'badNames'>;
}

/**
 * The list of the files that were not added, with the reasons. Files with forbidden names can be sent with other names
 * (USE-08).
 */
export function RejectedFiles({ manager, state: { rejected, badNames } }: RejectedFilesProps) {
  const [isRenaming, setRenaming] = useState(false);
  if (rejected.length === 0) return null;
  return (
    <div className={styles['rejected']}>
      <div role="alert">
        <p>{rejectedFilesTexts.title}</p>
        <ul>
          {rejected.slice(0, NAMED).map(({ name, message }) => (
            <li key={`${name}/${message}`}>
              <strong title={name}>{shortPath(name)}</strong> – {message}
            </li>
          ))}
          {rejected.length > NAMED && <li>{listTexts.andMore(rejected.length - NAMED)}</li>}
        </ul>
      </div>
      {badNames.length > 0 && !isRenaming && (
        <Button look="main" onClick={() => setRenaming(true)}>
          {rejectedFilesTexts.rename}
        </Button>
      )}
      {badNames.length > 0 && isRenaming && (
        <RenameRejected manager={manager} badNames={badNames} onEnd={() => setRenaming(false)} />
      )}
    </div>
  );
}
