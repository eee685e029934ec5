import { useRef, type ChangeEvent } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { dropZoneTexts } from './texts.ts';
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
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={dropZoneTexts.filesInput}
        onChange={choose}
      />
      <input
        ref={asFolderInput(folder)}
        type="file"
        hidden
        aria-label={dropZoneTexts.folderInput}
        onChange={choose}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={dropZoneTexts.photoInput}
        onChange={choose}
      />
      {canDrop && <p className={styles['zoneText']}>{dropZoneTexts.dropHere}</p>}
      <div className={styles['zoneActs']}>
        <Button look="main" onClick={() => files.current?.click()}>
          <Icon of="upload" />
          {dropZoneTexts.chooseFiles}
        </Button>
        {hasCamera && <Button onClick={() => camera.current?.click()}>{dropZoneTexts.takePhoto}</Button>}
        {canChooseFolders && (
          <Button onClick={() => folder.current?.click()}>{dropZoneTexts.chooseFolder}</Button>
        )}
      </div>
      <p className={styles['hint']} role="status">
        {isReading ? dropZoneTexts.reading : dropZoneTexts.hint}
      </p>
    </div>
  );
}

/** React has no prop for this attribute. */
const asFolderInput = (ref: { current: HTMLInputElement | null }) => (input: HTMLInputElement | null) => {
  ref.current = input;
  if (input) input.webkitdirectory = true;
};
