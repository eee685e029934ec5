import { Button } from 'antd';
import { RenameFields, useRenames } from '../../upload-queue/index.ts';
import { useUploadManager, useUploadState } from '../use-upload.ts';
import { rejectedFilesTexts } from '../texts.ts';

/** USE-08: shows the proposed names before files are uploaded with them. */
export function RenameRejected({ onEnd }: { onEnd: () => void }) {
  const manager = useUploadManager();
  const badNames = useUploadState((state) => state.badNames);
  const { rows, rename, isAllowed, submit } = useRenames(manager, badNames);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (submit()) onEnd();
      }}
    >
      <RenameFields rows={rows} onRename={rename} />
      <Button size="small" type="primary" htmlType="submit" disabled={!isAllowed}>
        {rejectedFilesTexts.submit}
      </Button>
    </form>
  );
}
