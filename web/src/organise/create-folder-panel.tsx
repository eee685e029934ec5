import { FolderAddOutlined } from '@ant-design/icons';
import type { Item } from '@vault/contract';
import { Button } from 'antd';
import { useRef, useState, type KeyboardEvent, type SubmitEvent } from 'react';
import { useSingleMutation } from '../api/index.ts';
import { shownPath, type Folder } from '../tree/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { folderNameProblem, isUnfinishedName } from './folder-name.ts';
import { NameField, useName } from './name-field.tsx';
import { siblingNames } from './new-folder-modal.tsx';
import { newFolderTexts, relocateTexts } from './texts.ts';
import type { Changes } from './use-changes.ts';
import styles from './organise.module.css';

interface CreateFolderPanelProps {
  /** the parent of the new folder: the chosen target, or the root when none is chosen */
  parent: Folder;
  changes: Changes;
  onCreated: (folder: Item) => void;
}

/** COPYMOVE-03 … COPYMOVE-05: a button, and the panel for a new folder that it opens. */
export function CreateFolderPanel(props: CreateFolderPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsOpen(false);
    // Waits one frame, because the button is rendered only after the panel has closed.
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (isOpen) return <Panel {...props} onClose={close} />;
  return (
    <div>
      <Button
        ref={opener}
        size="small"
        icon={<FolderAddOutlined aria-hidden />}
        aria-expanded={false}
        onClick={() => setIsOpen(true)}
      >
        {relocateTexts.newFolder}
      </Button>
    </div>
  );
}

function Panel({ parent, changes, onCreated, onClose }: CreateFolderPanelProps & { onClose: () => void }) {
  const create = useSingleMutation({ mutationFn: changes.create });
  const state = useName({
    initial: newFolderTexts.defaultName,
    check: (typed) => folderNameProblem(typed, siblingNames(changes, parent.id), changes.characters),
    isUnfinished: (typed) => isUnfinishedName(typed, siblingNames(changes, parent.id), changes.characters),
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!state.isGood()) return;
    const onSuccess = (folder: Item) => {
      onCreated(folder);
      onClose();
    };
    create.mutate({ name: state.name.trim(), parentPath: parent.path }, { onSuccess, onError: state.fail });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // Escape closes the panel, not the modal.
    event.stopPropagation();
    onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the fields in it
    <form className={styles['panel']} onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate>
      <NameField label={relocateTexts.newFolderName(shownPath(parent.path))} state={state} />
      <div className={styles['panelButtons']}>
        <Button size="small" onClick={onClose}>
          {dialogTexts.cancel}
        </Button>
        <Button size="small" htmlType="submit" loading={create.isPending}>
          {relocateTexts.createFolder}
        </Button>
      </div>
    </form>
  );
}
