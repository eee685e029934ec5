import { useFileInputs } from '../../upload-queue/index.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { dropZoneTexts } from './texts.ts';
import styles from './request.module.css';

interface DropZoneProps {
  isOver: boolean;
  isReading: boolean;
  onChoose: (files: File[]) => void;
}

/** Devices with only a touch screen have no drag and drop. */
const canDrop = matchMedia('(any-pointer: fine)').matches;
/** Browsers of phones have the attribute but cannot choose folders, so the button is not shown there (USE-47). */
const canChooseFolders = canDrop && 'webkitdirectory' in HTMLInputElement.prototype;
/** Only hand-held devices open their camera for the attribute `capture`. */
const hasCamera = !canDrop && 'capture' in HTMLInputElement.prototype;

/** The area where visitors drop or choose files. Its second button chooses a folder. */
export function DropZone({ isOver, isReading, onChoose }: DropZoneProps) {
  const { inputs, chooseFiles, chooseFolder, takePhoto } = useFileInputs(dropZoneTexts.inputs, onChoose);
  return (
    <div className={styles['zone']} data-over={isOver}>
      {inputs}
      {canDrop && <p className={styles['zoneText']}>{dropZoneTexts.dropHere}</p>}
      <div className={styles['zoneActions']}>
        <Button look="main" onClick={chooseFiles}>
          <Icon of="upload" />
          {dropZoneTexts.chooseFiles}
        </Button>
        {hasCamera && <Button onClick={takePhoto}>{dropZoneTexts.takePhoto}</Button>}
        {canChooseFolders && <Button onClick={chooseFolder}>{dropZoneTexts.chooseFolder}</Button>}
      </div>
      <p className={styles['hint']} role="status">
        {isReading ? dropZoneTexts.reading : dropZoneTexts.hint}
      </p>
    </div>
  );
}
