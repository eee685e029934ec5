import { ConfirmDialog } from '../../kit/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';

/** UPLOAD-06, UPLOAD-12 */
export function ConfirmCancel() {
  const manager = useUploadManager();
  const isOpen = useUploadState((state) => state.isConfirming);
  const running = useUploadState((state) => state.counts.running);
  return (
    <ConfirmDialog
      title="Confirm Cancel"
      open={isOpen}
      message="Uploads that are waiting will be cancelled. Are you sure you want to proceed?"
      detail={
        running > 0
          ? `${running === 1 ? '1 upload that is' : `${running} uploads that are`} in progress will continue in the background.`
          : null
      }
      onCancel={() => manager.answerClose(false)}
      onConfirm={() => manager.answerClose(true)}
    />
  );
}
