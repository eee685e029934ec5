import { useState } from 'react';
import { RenameFields, type UploadDesk, type UploadState, useRenames } from '../../upload-queue/index.ts';
import { Button } from '../parts/button.tsx';
import styles from './request.module.css';

interface NotAddedProps {
  desk: UploadDesk;
  state: Pick<UploadState, 'notAdded' | 'badNames'>;
}

/** What was not added and why. Files whose names are not allowed can be sent under other names (USE-08). */
export function NotAdded({ desk, state: { notAdded, badNames } }: NotAddedProps) {
  const [isRenaming, setRenaming] = useState(false);
  if (notAdded.length === 0) return null;
  return (
    <div className={styles['notAdded']}>
      <div role="alert">
        <p>Not added:</p>
        <ul>
          {notAdded.map(({ name, message }) => (
            <li key={`${name}/${message}`}>
              <strong>{name}</strong> – {message}
            </li>
          ))}
        </ul>
      </div>
      {badNames.length > 0 && !isRenaming && (
        <Button look="main" onClick={() => setRenaming(true)}>
          Upload with allowed names
        </Button>
      )}
      {badNames.length > 0 && isRenaming && (
        <Renaming desk={desk} badNames={badNames} onEnd={() => setRenaming(false)} />
      )}
    </div>
  );
}

interface RenamingProps {
  desk: UploadDesk;
  badNames: UploadState['badNames'];
  onEnd: () => void;
}

function Renaming({ desk, badNames, onEnd }: RenamingProps) {
  const { rows, rename, isAllowed, submit } = useRenames(desk, badNames);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (submit()) onEnd();
      }}
    >
      <RenameFields rows={rows} onRename={rename} />
      <Button look="main" type="submit" disabled={!isAllowed}>
        Upload with these names
      </Button>
    </form>
  );
}
