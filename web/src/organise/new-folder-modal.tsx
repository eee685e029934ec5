import { Messages } from '@vault/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Input, Modal, type InputRef } from 'antd';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { ApiError, nameCharactersQuery } from '../api/index.ts';
import { useFirstFocus } from '../kit/index.ts';
import { useShellTopOffset, useToast, useVault } from '../shell/index.ts';
import { shownPath, treeQuery } from '../tree/index.ts';
import { DEFAULT_FOLDER_NAME, folderNameProblem } from './folder-name.ts';
import { useCreateFolder } from './queries.ts';
import styles from './organise.module.css';

/** The folder in which another one is created. */
export interface ParentFolder {
  sfid: string;
  path: string;
}

interface NewFolderModalProps {
  /** null while the modal is closed */
  parent: ParentFolder | null;
  onClose: () => void;
}

const WIDTH = 440;
/** between the shell's top and the modal, in CSS pixels */
const GAP = 16;

/** FOLDER-01 … FOLDER-10 */
export function NewFolderModal({ parent, onClose }: NewFolderModalProps) {
  const formId = useId();
  const top = useShellTopOffset();
  const create = useCreateFolder();
  return (
    <Modal
      title="New Folder"
      open={parent !== null}
      width={WIDTH}
      style={{ top: top + GAP }}
      destroyOnHidden
      onCancel={onClose}
      okText="Create"
      okButtonProps={{ htmlType: 'submit', form: formId, loading: create.isPending }}
    >
      {parent !== null && <NewFolderForm id={formId} parent={parent} create={create} onClose={onClose} />}
    </Modal>
  );
}

interface NewFolderFormProps {
  id: string;
  parent: ParentFolder;
  create: ReturnType<typeof useCreateFolder>;
  onClose: () => void;
}

function NewFolderForm({ id, parent, create, onClose }: NewFolderFormProps) {
  const toast = useToast();
  const siblings = useSiblings(parent);
  const { data: characters } = useQuery(nameCharactersQuery);
  const nameField = useRef<InputRef>(null);
  useFirstFocus(nameField, (field) => field.focus({ cursor: 'all' }));
  const [name, setName] = useState(DEFAULT_FOLDER_NAME);
  const [problem, setProblem] = useState<string | null>(null);

  const onChange = (typed: string) => {
    setName(typed);
    const found = folderNameProblem(typed, siblings, characters);
    // An empty or taken name is on its way to another one; only what can never be is said while typing.
    setProblem(found === Messages.nameRequired || found === Messages.folderExists ? null : found);
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const found = folderNameProblem(name, siblings, characters);
    setProblem(found);
    if (found !== null) return nameField.current?.focus();
    create.mutate(
      { name: name.trim(), parentPath: parent.path },
      {
        onSuccess: () => {
          toast.success(Messages.created);
          onClose();
        },
        onError: (error) => {
          setProblem(error instanceof ApiError ? error.message : Messages.requestFailed);
          nameField.current?.focus();
        },
      },
    );
  };
  return (
    <form id={id} className={styles['form']} onSubmit={onSubmit} noValidate>
      <div className={styles['field']}>
        <label htmlFor={`${id}-name`}>Name</label>
        <Input
          ref={nameField}
          id={`${id}-name`}
          value={name}
          autoComplete="off"
          required
          {...(problem !== null && { status: 'error' as const })}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-problem`} className={styles['problem']} role="alert">
          {problem}
        </p>
      </div>
      <div className={styles['field']}>
        <label htmlFor={`${id}-location`}>Location</label>
        <Input id={`${id}-location`} value={shownPath(parent.path)} readOnly variant="filled" />
      </div>
    </form>
  );
}

/** Names of the folders that the parent has, as far as the tree knows (D-10). */
function useSiblings({ sfid }: ParentFolder): readonly string[] {
  const { recordId } = useVault();
  const tree = useQueryClient().getQueryData(treeQuery(recordId).queryKey);
  return tree?.byId.get(sfid)?.children.map((folder) => folder.name) ?? [];
}
