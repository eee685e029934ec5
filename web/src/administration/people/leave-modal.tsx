import { contract, formatBytes } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { call, failureText, type SingleMutation, useSingleMutation } from '../../api/index.ts';
import { Spinner, useLastNonNull } from '../../kit/index.ts';
import { FormModal, useToast } from '../../shared/index.ts';
import { actionTexts, leaveTexts } from '../texts.ts';
import { type LeaveDraft, LeaveFields, leaveProblem } from './leave-fields.tsx';
import type { Leaving } from './leaving.ts';
import { belongingsQuery } from './queries.ts';
import { useReloadPeople } from './use-reload-people.ts';
import styles from '../parts/parts.module.css';

interface LeaveModalProps {
  /** null while the dialog is closed */
  leaving: Leaving | null;
  onClose: () => void;
}

/** GUARD-31: asks what happens with links and personal vault, then disables or removes a person (C84, C86). */
export function LeaveModal({ leaving, onClose }: LeaveModalProps) {
  const shown = useLastNonNull(leaving);
  const toast = useToast();
  const reload = useReloadPeople();
  const leave = useSingleMutation({
    mutationFn: ({ action, person, draft }: Leaving & { draft: LeaveDraft }) => {
      const params = { personId: person.sfid };
      const { linksTo, vaultTo, vaultName } = draft;
      const links =
        linksTo === null ? ({ action: 'end' } as const) : ({ action: 'give', to: linksTo } as const);
      if (action === 'disable') return call(contract.people.disable, { params, body: { links } });
      const vault =
        vaultTo === null
          ? ({ action: 'keep' } as const)
          : ({ action: 'give', to: vaultTo, name: vaultName } as const);
      return call(contract.people.remove, { params, body: { links, vault } });
    },
    onSuccess: (_, { action, person }) => {
      toast.success(actionTexts[action === 'disable' ? 'disabled' : 'removed'](person.name));
      onClose();
    },
    onError: toast.error,
    onSettled: reload,
  });
  const belongings = useQuery({
    ...belongingsQuery(leaving?.person.sfid ?? '', null),
    enabled: leaving !== null,
  });
  // Before the questions are known, the form has nothing to submit.
  const isLoaded = belongings.data !== undefined && !belongings.isPlaceholderData;
  const name = shown?.person.name ?? '';
  return (
    <FormModal
      title={leaveTexts[shown?.action ?? 'disable'](name)}
      open={leaving !== null}
      okText={actionTexts[shown?.action ?? 'disable']}
      isBusy={leave.isPending}
      isDanger={shown?.action === 'remove'}
      isDisabled={!isLoaded}
      onClose={onClose}
    >
      {(formId) => shown !== null && <LeaveForm id={formId} leaving={shown} leave={leave} />}
    </FormModal>
  );
}

interface LeaveFormProps {
  id: string;
  leaving: Leaving;
  leave: SingleMutation<unknown, Leaving & { draft: LeaveDraft }>;
}

function LeaveForm({ id, leaving, leave }: LeaveFormProps) {
  const { action, person } = leaving;
  const [draft, setDraft] = useState<LeaveDraft>({
    givesLinks: false,
    linksTo: null,
    givesVault: false,
    vaultTo: null,
    vaultName: leaveTexts.vaultNameOf(person.name),
  });
  const [isChecked, setIsChecked] = useState(false);
  const { data, error } = useQuery(belongingsQuery(person.sfid, draft.linksTo));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (data !== undefined && leaveProblem(draft) === null) leave.mutate({ ...leaving, draft });
  };
  return (
    <form id={id} className={styles['form']} onSubmit={submit} noValidate>
      <p>{action === 'disable' ? leaveTexts.disableMessage : leaveTexts.removeMessage}</p>
      {error !== null && (
        <p role="alert" className={styles['problem']}>
          {failureText(error)}
        </p>
      )}
      {data === undefined && error === null && <Spinner label={leaveTexts.loading} />}
      {data !== undefined && (
        <LeaveFields
          leaving={leaving}
          links={data.links}
          stopping={data.stopping}
          vaultSize={action === 'remove' && !data.vaultIsEmpty ? formatBytes(data.vaultSize) : null}
          draft={draft}
          problem={isChecked ? leaveProblem(draft) : null}
          onChange={setDraft}
        />
      )}
    </form>
  );
}
