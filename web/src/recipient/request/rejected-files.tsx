import { useState } from 'react';
import { RejectedLines, type UploadManager, type UploadState } from '../../upload-queue/index.ts';
import { Button } from '../parts/button.tsx';
import { rejectedFilesTexts } from './texts.ts';
import { RenameRejected } from './rename-rejected.tsx';
import styles from './request.module.css';

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
          <RejectedLines rejected={rejected} />
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
