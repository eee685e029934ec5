import { Messages } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, type CheckboxRef } from 'antd';
import { useRef, useState, type SubmitEvent } from 'react';
import { failureText } from '../api/index.ts';
import {
  DialogFooter,
  FileIcon,
  FolderIcon,
  MiddleTruncated,
  Modal,
  Notice,
  useFirstFocus,
} from '../kit/index.ts';
import { useVault } from '../shared/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { downloadSizeQuery } from './queries.ts';
import {
  bodyOf,
  FOLDER_DEFAULTS,
  isTooLarge,
  sizeText,
  whatToLeaveOut,
  type DownloadOptions,
  type DownloadSelection,
} from './selection.ts';
import { downloadModalTexts } from './texts.ts';
import styles from './download.module.css';

interface DownloadModalProps {
  /** null while the modal is closed */
  selection: DownloadSelection | null;
  onClose: () => void;
  onDownload: (selection: DownloadSelection, options: DownloadOptions) => void;
}

const WIDTH = 440;

/** The download modal: what is downloaded, its options, its size and its limits (DOWNLOAD-01 … DOWNLOAD-06). */
export function DownloadModal({ selection, onClose, onDownload }: DownloadModalProps) {
  return (
    <Modal
      title={downloadModalTexts.title}
      open={selection !== null}
      width={WIDTH}
      destroyOnHidden
      onCancel={onClose}
      footer={null}
    >
      {selection !== null && <Choice selection={selection} onClose={onClose} onDownload={onDownload} />}
    </Modal>
  );
}

type ChoiceProps = DownloadModalProps & { selection: DownloadSelection };

function Choice({ selection, onClose, onDownload }: ChoiceProps) {
  const { recordId } = useVault();
  const [options, setOptions] = useState(FOLDER_DEFAULTS);
  const size = useQuery(downloadSizeQuery(bodyOf(recordId, selection, options)));
  const isKnown = size.data !== undefined && !size.isPlaceholderData && !size.isError;
  const tooLarge = size.data !== undefined && isTooLarge(size.data);
  const firstOption = useRef<CheckboxRef>(null);
  useFirstFocus(firstOption, (option) => option.focus());
  const change = (changes: Partial<DownloadOptions>) => setOptions((before) => ({ ...before, ...changes }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isKnown && !tooLarge) onDownload(selection, options);
  };
  return (
    <form className={styles['choice']} onSubmit={submit}>
      <Subject selection={selection} />
      <div className={styles['options']}>
        <Checkbox
          ref={firstOption}
          checked={options.containsSubFolders}
          onChange={({ target }) => change({ containsSubFolders: target.checked })}
        >
          {downloadModalTexts.includeSubfolders}
        </Checkbox>
        <Checkbox
          checked={options.allVersion}
          onChange={({ target }) => change({ allVersion: target.checked })}
        >
          {downloadModalTexts.includeVersions}
        </Checkbox>
      </div>
      <p className={styles['size']} role="status" data-stale={size.isPlaceholderData}>
        {!size.isError && (size.data === undefined ? downloadModalTexts.counting : sizeText(size.data))}
      </p>
      {tooLarge && !size.isError && (
        <Notice kind="warning" title={Messages.downloadTooLarge}>
          <p>{whatToLeaveOut(selection, options)}</p>
        </Notice>
      )}
      {size.isError && <Notice kind="error" title={failureText(size.error)} />}
      <DialogFooter>
        <Button onClick={onClose}>{dialogTexts.cancel}</Button>
        <Button type="primary" htmlType="submit" disabled={!isKnown || tooLarge}>
          {downloadModalTexts.download}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** What the ZIP contains: the name of a single folder, or the numbers of files and folders. */
function Subject({ selection: { files, folders } }: { selection: DownloadSelection }) {
  const [folder] = folders;
  if (folder && files.length + folders.length === 1) {
    return (
      <p className={styles['subject']}>
        <FolderIcon />
        <MiddleTruncated text={folder.name} />
      </p>
    );
  }
  return (
    <p className={styles['subject']}>
      <FolderIcon /> {downloadModalTexts.folderCount(folders.length)}
      {files.length > 0 && (
        <>
          <FileIcon name="" /> {downloadModalTexts.fileCount(files.length)}
        </>
      )}
    </p>
  );
}
