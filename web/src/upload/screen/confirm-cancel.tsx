import { ConfirmDialog } from '../../kit/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { confirmCancelTexts } from '../texts.ts';

/** The dialog 'Confirm Cancel', which asks before active uploads are cancelled (UPLOAD-06, UPLOAD-12). */
export function ConfirmCancel() {
  const manager = useUploadManager();
  const isOpen = useUploadState((state) => state.isConfirming);
  const running = useUploadState((state) => state.counts.running);
  return (
    <ConfirmDialog
      title={confirmCancelTexts.title}
      open={isOpen}
      message={confirmCancelTexts.message}
      detail={running > 0 ? confirmCancelTexts.running(running) : null}
      onCancel={() => manager.answerClose(false)}
      onConfirm={() => manager.answerClose(true)}
    />
  );
}
