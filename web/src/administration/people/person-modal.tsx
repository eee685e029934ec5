import { contract, Messages, type Person } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import {
  ApiError,
  call,
  failureText,
  hasErrorCode,
  type SingleMutation,
  useSingleMutation,
} from '../../api/index.ts';
import { Spinner, useLastNonNull } from '../../kit/index.ts';
import { FormModal, useToast } from '../../shared/index.ts';
import { personTexts } from '../texts.ts';
import type { Invited } from './invitation-modal.tsx';
import {
  dataOf,
  draftOf,
  type DraftProblem,
  NEW_PERSON,
  type PersonDraft,
  problemOf,
} from './person-draft.ts';
import { PersonFields } from './person-fields.tsx';
import { personQuery } from './queries.ts';
import { useReloadPeople } from './use-reload-people.ts';
import styles from '../parts/parts.module.css';

interface PersonModalProps {
  /** null while the dialog is closed */
  person: Person | 'new' | null;
  onClose: () => void;
  onInvited: (invited: Invited) => void;
}

/** DESK-02: the form of a new person (C82) or of one who exists (C83). */
export function PersonModal({ person, onClose, onInvited }: PersonModalProps) {
  const shown = useLastNonNull(person);
  const toast = useToast();
  const reload = useReloadPeople();
  const save = useSingleMutation({
    mutationFn: async (draft: PersonDraft & { changedAt: string | null }) => {
      const body = dataOf(draft);
      if (shown === 'new' || shown === null || draft.changedAt === null) {
        return call(contract.people.add, { body });
      }
      const params = { personId: shown.sfid };
      await call(contract.people.update, { params, body: { ...body, changedAt: draft.changedAt } });
      return null;
    },
    onSuccess: (added) => {
      onClose();
      if (added === null) toast.success(personTexts.saved);
      else onInvited({ people: [{ ...added.person, ...added.invitation }] });
    },
    onSettled: reload,
  });
  const isNew = shown === 'new' || shown === null;
  return (
    <FormModal
      title={isNew ? personTexts.add : personTexts.edit(shown.name)}
      open={person !== null}
      okText={isNew ? personTexts.addAndInvite : personTexts.save}
      isBusy={save.isPending}
      onClose={onClose}
    >
      {(formId) =>
        isNew ? (
          <PersonForm id={formId} person={null} save={save} />
        ) : (
          <LoadedForm id={formId} personId={shown.sfid} save={save} />
        )
      }
    </FormModal>
  );
}

interface FormProps {
  id: string;
  save: SingleMutation<unknown, PersonDraft & { changedAt: string | null }>;
}

/** The list has only the first records of a person, so the form loads the person. */
function LoadedForm({ id, personId, save }: FormProps & { personId: string }) {
  const { data, error, isFetchedAfterMount } = useQuery(personQuery(personId));
  if (error !== null) {
    return (
      <p role="alert" className={styles['problem']}>
        {failureText(error)}
      </p>
    );
  }
  if (data === undefined || !isFetchedAfterMount) return <Spinner label={personTexts.loading} />;
  return <PersonForm id={id} person={data} save={save} />;
}

function PersonForm({ id, person, save }: FormProps & { person: Person | null }) {
  const toast = useToast();
  const [draft, setDraft] = useState(() => (person === null ? NEW_PERSON : draftOf(person)));
  const [problem, setProblem] = useState<DraftProblem>(null);
  const [changedAt] = useState(() => person?.changedAt ?? null);
  const edit = (changed: PersonDraft) => {
    setDraft(changed);
    setProblem(null);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemOf(draft, person !== null && person.issuer !== null);
    setProblem(found);
    if (found !== null) return;
    save.mutate(
      { ...draft, changedAt },
      {
        onError: (error) => {
          if (hasErrorCode(error, 'PERSON_EXISTS') || hasErrorCode(error, 'EMAIL_INVALID')) {
            const text = error instanceof ApiError ? error.message : Messages.requestFailed;
            setProblem({ field: 'email', text });
          } else toast.error(error);
        },
      },
    );
  };
  return (
    <form id={id} className={styles['form']} onSubmit={submit} noValidate>
      <PersonFields person={person} draft={draft} problem={problem} onChange={edit} />
    </form>
  );
}
