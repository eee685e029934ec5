import { useRef, type ChangeEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import styles from './request.module.css';

interface DropZoneProps {
  isOver: boolean;
  isReading: boolean;
  onChoose: (files: File[]) => void;
}

/** Fingers drop nothing. */
const canDrop = matchMedia('(any-pointer: fine)').matches;
/** Browsers of phones know the attribute and offer no folders (USE-47). */
const canChooseFolders = canDrop && 'webkitdirectory' in HTMLInputElement.prototype;
/** Only devices that are held in a hand open their camera for `capture`. */
const hasCamera = !canDrop && 'capture' in HTMLInputElement.prototype;

/** Where files are dropped or chosen; one folder at a time by the second button. */
export function DropZone({ isOver, isReading, onChoose }: DropZoneProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])]);
    // So that the same choice can be made again.
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

/** React knows no attribute for it. */
const asFolderInput = (ref: { current: HTMLInputElement | null }) => (input: HTMLInputElement | null) => {
  ref.current = input;
  if (input) input.webkitdirectory = true;
};
