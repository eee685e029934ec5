import type { Item } from '@vault/contract';
import { useId, type SubmitEvent } from 'react';
import { type SingleMutation, useSingleMutation } from '../api/index.ts';
import { Input, useLastNonNull } from '../kit/index.ts';
import { FormModal } from '../shared/index.ts';
import { shownPath } from '../tree/index.ts';
import { folderNameProblem, isUnfinishedName } from './folder-name.ts';
import { NameField, useName } from './name-field.tsx';
import { newFolderTexts } from './texts.ts';
import type { Changes, NewFolder } from './use-changes.ts';
import styles from './organise.module.css';

/** The parent of the new folder. */
export interface ParentFolder {
  sfid: string;
  path: string;
}

interface NewFolderModalProps {
  /** null while the modal is closed */
  parent: ParentFolder | null;
  changes: Changes;
  onClose: () => void;
}

/** The New Folder modal (FOLDER-01 … FOLDER-10). */
export function NewFolderModal({ parent, changes, onClose }: NewFolderModalProps) {
  const create = useSingleMutation({ mutationFn: changes.create });
  const shown = useLastNonNull(parent);
  return (
    <FormModal
      title={newFolderTexts.title}
      open={parent !== null}
      okText={newFolderTexts.ok}
      isBusy={create.isPending}
      onClose={onClose}
    >
      {(formId) =>
        shown !== null && (
          <NewFolderForm id={formId} parent={shown} changes={changes} create={create} onClose={onClose} />
        )
      }
    </FormModal>
  );
}

interface NewFolderFormProps {
  id: string;
  parent: ParentFolder;
  changes: Changes;
  create: SingleMutation<Item, NewFolder>;
  onClose: () => void;
}

function NewFolderForm({ id, parent, changes, create, onClose }: NewFolderFormProps) {
  const locationId = useId();
  const name = useName({
    initial: newFolderTexts.defaultName,
    check: (typed) => folderNameProblem(typed, siblingNames(changes, parent.sfid), changes.characters),
    isUnfinished: (typed) => isUnfinishedName(typed, siblingNames(changes, parent.sfid), changes.characters),
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!name.isGood()) return;
    const folder = { name: name.name.trim(), parentPath: parent.path };
    create.mutate(folder, { onSuccess: onClose, onError: name.fail });
  };
  return (
    <form id={id} className={styles['form']} onSubmit={onSubmit} noValidate>
      <NameField label={newFolderTexts.name} state={name} />
      <div className={styles['field']}>
        <label htmlFor={locationId}>{newFolderTexts.location}</label>
        <Input id={locationId} value={shownPath(parent.path)} readOnly variant="filled" />
      </div>
    </form>
  );
}

/** Returns the names of the subfolders of a folder; none while the tree is not loaded (D-10). */
export function siblingNames(changes: Changes, parentId: string, exceptId?: string): string[] {
  const children = changes.folders()?.byId.get(parentId)?.children ?? [];
  return children.filter(({ id }) => id !== exceptId).map((folder) => folder.name);
}
