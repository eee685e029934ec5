import { UploadOutlined } from '@ant-design/icons';
import { MiddleTruncated } from '../kit/index.ts';
import { filesTabTexts } from './texts.ts';
import styles from './files.module.css';

/** A hint over the list, which is shown while files are dragged over the list. */
export function DropHint({ folderName }: { folderName: string }) {
  return (
    <div className={styles['dropHint']} role="status">
      <UploadOutlined className={styles['dropIcon']} aria-hidden />
      <p className={styles['dropTitle']}>{filesTabTexts.dropInto}</p>
      <div className={styles['dropFolder']}>
        <MiddleTruncated text={folderName} />
      </div>
    </div>
  );
}
