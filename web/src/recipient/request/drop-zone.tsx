import { useRef, type ChangeEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import styles from './request.module.css';

interface DropZoneProps {
  isOver: boolean;
  isReading: boolean;
  onChoose: (files: File[]) => void;
}

/** Touch screens have no drag and drop. */
const canDrop = matchMedia('(any-pointer: fine)').matches;
/** Phone browsers have the attribute, but cannot choose folders (USE-47). */
const canChooseFolders = canDrop && 'webkitdirectory' in HTMLInputElement.prototype;
/** Only hand-held devices open their camera for `capture`. */
const hasCamera = !canDrop && 'capture' in HTMLInputElement.prototype;

/** The area to drop or choose files; one folder at a time with the second button. */
export function DropZone({ isOver, isReading, onChoose }: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])]);
    // Allows the same choice again.
    currentTarget.value = '';
  };
  return (
    <div className={styles['zone']} data-over={isOver}>
      <input ref={files} type="file" multiple hidden aria-label="Files to send" onChange={choose} />
      <input ref={asFolderInput(folder)} type="file" hidden aria-label="Folder to send" onChange={choose} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label="Photo to send"
        onChange={choose}
      />
      {canDrop && <p className={styles['zoneText']}>Drop files or folders here, or</p>}
      <div className={styles['zoneActs']}>
        <Button look="main" onClick={() => files.current?.click()}>
          <Icon of="upload" />
          Choose files
        </Button>
        {hasCamera && <Button onClick={() => camera.current?.click()}>Take a photo</Button>}
        {canChooseFolders && <Button onClick={() => folder.current?.click()}>Choose folder</Button>}
      </div>
      <p className={styles['hint']} role="status">
        {isReading ? 'Reading…' : 'You can add files here. Nobody sees what others have added.'}
      </p>
    </div>
  );
}

/** React has no prop for this attribute. */
const asFolderInput = (ref: { current: HTMLInputElement | null }) => (input: HTMLInputElement | null) => {
  ref.current = input;
  if (input) input.webkitdirectory = true;
};
