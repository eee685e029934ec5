import { RenameFields, type UploadManager, type UploadState, useRenames } from '../../upload-queue/index.ts';
import { Button } from '../parts/button.tsx';
import { rejectedFilesTexts } from './texts.ts';

interface RenameRejectedProps {
  manager: UploadManager;
  badNames: UploadState['badNames'];
  onEnd: () => void;
}

/** USE-08: shows the proposed names before files are sent with them. */
export function RenameRejected({ manager, badNames, onEnd }: RenameRejectedProps) {
  const { rows, rename, isAllowed, submit } = useRenames(manager, badNames);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (submit()) onEnd();
      }}
    >
      <RenameFields rows={rows} onRename={rename} />
      <Button look="main" type="submit" disabled={!isAllowed}>
        {rejectedFilesTexts.submit}
      </Button>
    </form>
  );
}
