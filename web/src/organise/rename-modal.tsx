import { normalizeName } from '@vault/contract';
import { useMutation } from '@tanstack/react-query';
import type { SubmitEvent } from 'react';
import { ApiError } from '../api/index.ts';
import { useLingering, useOneAtATime } from '../kit/index.ts';
import { useToast, useVault } from '../shell/index.ts';
import { FormModal } from './form-modal.tsx';
import { renameQuestion, type MergeQuestion } from './merge-question.ts';
import { NameField, useName } from './name-field.tsx';
import { siblingNames } from './new-folder-modal.tsx';
import { renameProblem, stemLength } from './rename.ts';
import type { OrganisedItem } from './target.ts';
import type { Changes, RenameInput } from './use-changes.ts';
import styles from './organise.module.css';

interface RenameModalProps {
  /** null while the modal is closed */
  item: OrganisedItem | null;
  changes: Changes;
  onMerge: (question: MergeQuestion) => void;
  onClose: () => void;
}

/** RENAME-01 … RENAME-12 */
export function RenameModal({ item, onClose, ...form }: RenameModalProps) {
  const rename = useMutation({
    mutationFn: (input: RenameInput) => form.changes.rename(input, { merging: false }),
  });
  const shown = useLingering(item);
  return (
    <FormModal
      title="Rename"
      open={item !== null}
      okText="Rename"
      isBusy={rename.isPending}
      onClose={onClose}
    >
      {(formId) =>
        shown !== null && (
          <RenameForm key={shown.sfid} id={formId} item={shown} rename={rename} onClose={onClose} {...form} />
        )
      }
    </FormModal>
  );
}

interface RenameFormProps extends Omit<RenameModalProps, 'item'> {
  id: string;
  item: OrganisedItem;
  rename: { mutateAsync: (input: RenameInput) => Promise<'done' | 'merge'> };
}

function RenameForm({ id, item, changes, rename, onMerge, onClose }: RenameFormProps) {
  const { recordId } = useVault();
  const toast = useToast();
  const send = useOneAtATime();
  const state = useName({
    initial: item.name,
    selectedLetters: stemLength(item),
    check: (typed) =>
      renameProblem(item, typed, siblingNames(changes, item.parentFolderSfid, item.sfid), changes.characters),
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = normalizeName(state.name, changes.characters);
    if (!state.isGood()) return;
    // The name that it has is no change.
    if (name === item.name) onClose();
    else send(() => giveName(name));
  };
  const giveName = async (name: string) => {
    try {
      if ((await rename.mutateAsync({ item, name })) === 'merge')
        onMerge(renameQuestion(recordId, { item, name }, changes));
      else onClose();
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 404)) return state.fail(error);
      // It is gone: no other name would help.
      toast.error(error);
      changes.reload({ tree: true });
      onClose();
    }
  };
  return (
    <form id={id} className={styles['form']} onSubmit={onSubmit} noValidate>
      <NameField label="Name" state={state} />
    </form>
  );
}
