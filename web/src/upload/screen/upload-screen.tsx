import { BackgroundUploads } from './background-uploads.tsx';
import { UploadModal } from './upload-modal.tsx';

/** The upload modal, and the display of uploads that go on after it is closed. */
export function UploadScreen() {
  return (
    <>
      <UploadModal />
      <BackgroundUploads />
    </>
  );
}
