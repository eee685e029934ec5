import { CameraOutlined, InboxOutlined } from '@ant-design/icons';
import { Button, Spin } from 'antd';
import { useRef } from 'react';
import { useFilesOver, useFirstFocus } from '../../kit/index.ts';
import { useFileInputs } from '../../upload-queue/index.ts';
import { useUploadState } from '../use-upload.ts';
import { dropZoneTexts } from '../texts.ts';
import styles from './upload.module.css';

/**
 * UPLOAD-03, UPLOAD-09: the area for choosing files. Files can be dropped anywhere in the modal; a click on the area
 * chooses files, and its link chooses a folder. Touch screens show a camera button instead of the folder link (USE-46).
 */
export function DropZone({ onChoose }: { onChoose: (files: File[]) => void }) {
  const { inputs, chooseFiles, chooseFolder, takePhoto } = useFileInputs(dropZoneTexts.inputs, onChoose);
  const button = useRef<HTMLButtonElement>(null);
  useFirstFocus(button, (first) => first.focus());
  const zone = useRef<HTMLDivElement>(null);
  const isOver = useFilesOver(zone);
  const isEmpty = useUploadState((state) => state.items.length === 0);
  const isReading = useUploadState((state) => state.reading > 0);
  return (
    <div ref={zone} className={styles['zone']} data-over={isOver} data-empty={isEmpty}>
      {inputs}
      <button type="button" className={styles['zoneButton']} ref={button} onClick={chooseFiles}>
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
            <Button className={styles['camera']} icon={<CameraOutlined aria-hidden />} onClick={takePhoto}>
              {dropZoneTexts.takePhoto}
            </Button>
            <Button type="link" size="small" className={styles['folder']} onClick={chooseFolder}>
              {dropZoneTexts.uploadFolder}
            </Button>
          </>
        )}
      </span>
    </div>
  );
}
