import { normalizeName } from '@vault/contract';
import type { SubmitEvent } from 'react';
import { hasErrorCode, type SingleMutation, useSingleMutation } from '../api/index.ts';
import { useLastNonNull } from '../kit/index.ts';
import { FormModal, useToast, useVault } from '../shared/index.ts';
import { renameQuestion, type MergeQuestion } from './merge-question.ts';
import { isUnfinishedName } from './folder-name.ts';
import { NameField, useName } from './name-field.tsx';
import { siblingNames } from './new-folder-modal.tsx';
import { renameProblem, stemLength } from './rename.ts';
import type { OrganisedItem } from './target.ts';
import { renameTexts } from './texts.ts';
import type { ChangeOutcome, Changes, RenameInput } from './use-changes.ts';
import styles from './organise.module.css';

interface RenameModalProps {
  /** null while the modal is closed */
  item: OrganisedItem | null;
  changes: Changes;
  onMerge: (question: MergeQuestion) => void;
  onClose: () => void;
}

/** The Rename modal (RENAME-01 … RENAME-12). */
export function RenameModal({ item, onClose, ...form }: RenameModalProps) {
  const rename = useSingleMutation({
    mutationFn: (input: RenameInput) => form.changes.rename(input, { merging: false }),
  });
  const shown = useLastNonNull(item);
  return (
    <FormModal
      title={renameTexts.title}
      open={item !== null}
      okText={renameTexts.ok}
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
  rename: SingleMutation<ChangeOutcome, RenameInput>;
}

function RenameForm({ id, item, changes, rename, onMerge, onClose }: RenameFormProps) {
  const { recordId } = useVault();
  const toast = useToast();
  const siblings = () => siblingNames(changes, item.parentFolderSfid, item.sfid);
  const state = useName({
    initial: item.name,
    selectedLetters: stemLength(item),
    check: (typed) => renameProblem(item, typed, siblings(), changes.characters),
    isUnfinished: (typed) => isUnfinishedName(typed, siblings(), changes.characters),
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = normalizeName(state.name, changes.characters);
    if (!state.isGood()) return;
    // An unchanged name makes no call.
    if (name === item.name) onClose();
    else rename.mutate({ item, name }, { onSuccess: (outcome) => onOutcome(outcome, name), onError });
  };
  const onOutcome = (outcome: ChangeOutcome, name: string) => {
    if (outcome === 'merge') onMerge(renameQuestion(recordId, { item, name }, changes));
    else onClose();
  };
  const onError = (error: unknown) => {
    if (!hasErrorCode(error, 'NOT_FOUND')) return state.fail(error);
    // The item no longer exists, so the modal closes: another name would not help.
    toast.error(error);
    changes.reload({ tree: true });
    onClose();
  };
  return (
    <form id={id} className={styles['form']} onSubmit={onSubmit} noValidate>
      <NameField label={renameTexts.name} state={state} />
    </form>
  );
}
