import { contract } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call, hasErrorCode, keys, type SingleMutation, useSingleMutation } from '../../api/index.ts';
import { FormModal, useToast } from '../../shared/index.ts';
import { type HoldDraft, holdOf, type HoldProblem, holdProblem, NEW_HOLD } from './hold-draft.ts';
import { HoldFields } from './hold-fields.tsx';
import { holdFormTexts } from './texts.ts';
import styles from '../parts/parts.module.css';

/** SAFE-12: the form of a new hold or retention rule (C130). */
export function HoldModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const toast = useToast();
  const client = useQueryClient();
  const save = useSingleMutation({
    mutationFn: (draft: HoldDraft) => call(contract.holds.set, { body: holdOf(draft) }),
    onSuccess: () => {
      toast.success(holdFormTexts.done);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.holds() }),
  });
  return (
    <FormModal
      title={holdFormTexts.title}
      open={open}
      okText={holdFormTexts.ok}
      isBusy={save.isPending}
      onClose={onClose}
    >
      {(formId) => <HoldForm id={formId} save={save} />}
    </FormModal>
  );
}

function HoldForm({ id, save }: { id: string; save: SingleMutation<unknown, HoldDraft> }) {
  const toast = useToast();
  const [draft, setDraft] = useState(NEW_HOLD);
  const [problem, setProblem] = useState<HoldProblem>(null);
  const edit = (changed: HoldDraft) => {
    setDraft(changed);
    setProblem(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = holdProblem(draft);
    setProblem(found);
    if (found !== null) return;
    save.mutate(draft, {
      onError: (error) => {
        if (hasErrorCode(error, 'NOT_FOUND')) setProblem({ field: 'path', text: holdFormTexts.noFolder });
        else toast.error(error);
      },
    });
  };
  return (
    <form id={id} className={styles['form']} onSubmit={submit} noValidate>
      <HoldFields draft={draft} problem={problem} onChange={edit} />
    </form>
  );
}
