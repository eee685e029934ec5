import { Button } from 'antd';
import { useRef } from 'react';
import { FolderIcon, MiddleTruncated, Modal, useFileDrop } from '../../kit/index.ts';
import { useTopOffset } from '../../shared/index.ts';
import { shownPath } from '../../tree/index.ts';
import { readDroppedFiles } from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { uploadModalTexts } from '../texts.ts';
import { dialogTexts } from '../../kit/list-texts.ts';
import { ConfirmCancel } from './confirm-cancel.tsx';
import { DropZone } from './drop-zone.tsx';
import { RejectedFiles } from './rejected-files.tsx';
import { BatchSummary } from './batch-summary.tsx';
import { UploadList } from './upload-list.tsx';
import styles from './upload.module.css';

const WIDTH = 720;
/** The distance below the modal, in CSS pixels. */
const GAP = 16;
/** The height of the gap, the title and the buttons, which are always visible. */
const AROUND_BODY = GAP + 116;

/** The minimum height of the body, in CSS pixels. In a lower window the whole modal scrolls. */
const LEAST_BODY = 224;

/**
 * The upload modal (UPLOAD-01 … UPLOAD-12). A click beside it does not close it, so that no upload is cancelled by
 * mistake.
 */
export function UploadModal() {
  const manager = useUploadManager();
  const isOpen = useUploadState((state) => state.target !== null);
  const isEmpty = useUploadState((state) => state.items.length === 0);
  const top = useTopOffset();
  return (
    <>
      <Modal
        title={uploadModalTexts.title}
        open={isOpen}
        width={WIDTH}
        style={{ paddingBottom: GAP }}
        styles={{
          body: {
            display: 'flex',
            maxHeight: `max(${LEAST_BODY}px, calc(100vh - ${top + AROUND_BODY}px))`,
            overflowY: 'auto',
          },
        }}
        mask={{ closable: false }}
        onCancel={manager.requestClose}
        destroyOnHidden
        footer={
          <>
            <Button type="link" onClick={manager.requestClose}>
              {dialogTexts.cancel}
            </Button>
            <Button type="primary" disabled={isEmpty} onClick={manager.requestClose}>
              {uploadModalTexts.finish}
            </Button>
          </>
        }
      >
        <UploadBody />
      </Modal>
      <ConfirmCancel />
    </>
  );
}

function UploadBody() {
  const manager = useUploadManager();
  const take = (source: DataTransfer | Iterable<File>) => void manager.take(readDroppedFiles(source));
  const body = useRef<HTMLDivElement>(null);
  useFileDrop(body, take);
  return (
    <div ref={body} className={styles['body']}>
      <TargetFolder />
      <DropZone onChoose={take} />
      <RejectedFiles />
      <UploadList />
      <BatchSummary />
    </div>
  );
}

/** The line that names the target folder (UPLOAD-02). */
function TargetFolder() {
  const path = useUploadState((state) => state.target?.path ?? '');
  return (
    <p className={styles['target']}>
      <FolderIcon size={16} />
      <span className={styles['secondary']}>{uploadModalTexts.uploadTo}</span>
      <MiddleTruncated text={shownPath(path)} />
    </p>
  );
}
