import {
  DownloadOutlined,
  FormOutlined,
  InfoCircleOutlined,
  LeftOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { useDetails } from '../details/index.ts';
import { useDownload } from '../download/index.ts';
import { useVault } from '../shared/index.ts';
import { previewActionTexts } from './lazy-texts.ts';
import { isEditable } from './opening.ts';
import { BarButton } from './bar-button.tsx';
import type { Viewing } from './viewing.ts';
import styles from './preview.module.css';

interface PreviewActionsProps {
  viewing: Viewing;
  onStep: (by: 1 | -1) => void;
  onEdit: () => void;
}

/** The buttons beside the name: previous and next file, and the actions on the file. */
export function PreviewActions({ viewing, onStep, onEdit }: PreviewActionsProps) {
  const { abilities } = useVault();
  const download = useDownload();
  const details = useDetails();
  const { files, at, isEditing } = viewing;
  const viewed = files[at];
  if (viewed === undefined) return null;
  const { file, version } = viewed;
  const save = () =>
    version === null ? download.downloadItems([file]) : void download.downloadVersion(file, version);
  const mayEdit = version === null && file.fileType === 'txt' && isEditable(file, abilities);
  return (
    <div className={styles['actions']} role="toolbar" aria-label={previewActionTexts.toolbar}>
      {files.length > 1 && !isEditing && (
        <span className={styles['viewGroup']}>
          <BarButton
            label={previewActionTexts.previousFile}
            hint={previewActionTexts.previousFileKey}
            icon={<LeftOutlined />}
            disabled={at === 0}
            onClick={() => onStep(-1)}
          />
          <span className={styles['figure']} role="status" aria-label={previewActionTexts.position}>
            {at + 1} / {files.length}
          </span>
          <BarButton
            label={previewActionTexts.nextFile}
            hint={previewActionTexts.nextFileKey}
            icon={<RightOutlined />}
            disabled={at === files.length - 1}
            onClick={() => onStep(1)}
          />
        </span>
      )}
      {mayEdit && !isEditing && (
        <BarButton label={previewActionTexts.edit} icon={<FormOutlined />} onClick={onEdit} />
      )}
      {abilities.download && (
        <BarButton label={previewActionTexts.download} icon={<DownloadOutlined />} onClick={save} />
      )}
      {version === null && (
        <BarButton
          label={previewActionTexts.details}
          icon={<InfoCircleOutlined />}
          onClick={() => details.ofItem(file)}
        />
      )}
    </div>
  );
}
