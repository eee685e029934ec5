import { CameraOutlined, InboxOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { useRef, type ChangeEvent } from 'react';
import { useFilesOver, useFirstFocus } from '../../kit/index.ts';
import { useUploadState } from '../use-upload.ts';
import { dropZoneTexts } from '../texts.ts';
import styles from './upload.module.css';

/**
 * UPLOAD-03, UPLOAD-09: files can be dropped anywhere in the modal; a click here chooses files, the link a folder.
 * Touch screens show a camera button instead of the folder link (USE-46).
 */
export function DropZone({ onChoose }: { onChoose: (files: File[]) => void }) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(button, (first) => first.focus());
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useFilesOver(zone);
  const isEmpty = useUploadState((state) => state.items.length === 0);
  const isReading = useUploadState((state) => state.reading > 0);

  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    onChoose([...(currentTarget.files ?? [])]);
    // Allows the same choice again.
    currentTarget.value = '';
  };
  return (
    <div ref={zone} className={styles['zone']} data-over={isOver} data-empty={isEmpty}>
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
      <button
        type="button"
        className={styles['zoneButton']}
        ref={button}
        onClick={() => files.current?.click()}
      >
        <InboxOutlined className={styles['zoneIcon']} aria-hidden />
        <span>
          {dropZoneTexts.dropHere} <span className={styles['zoneLink']}>{dropZoneTexts.chooseFiles}</span>
        </span>
      </button>
      <span className={styles['zoneSecond']}>
        {isReading ? (
          <span role="status">
            <Spin size="small" /> {dropZoneTexts.reading}
          </span>
        ) : (
          <>
            <Button
              className={styles['camera']}
              icon={<CameraOutlined aria-hidden />}
              onClick={() => camera.current?.click()}
            >
              {dropZoneTexts.takePhoto}
            </Button>
            <Button
              type="link"
              size="small"
              className={styles['folder']}
              onClick={() => folder.current?.click()}
            >
              {dropZoneTexts.uploadFolder}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}

/** React has no prop for this attribute. */
const asFolderInput = (ref: { current: HTMLInputElement | null }) => (input: HTMLInputElement | null) => {
  ref.current = input;
  if (input) input.webkitdirectory = true;
};
