import { contract, type Person } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, keys, useSingleMutation } from '../../api/index.ts';
import { useToast } from '../../shared/index.ts';
import { actionTexts, peopleTexts } from '../texts.ts';
import type { PersonAction } from './actions.ts';
import type { Invited } from './invitation-modal.tsx';
import type { Leaving } from './leaving.ts';
import { saveBlob } from '../../download/index.ts';

/** Returns a function that loads all lists of people again. */
export function useReloadPeople(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: keys.people() }), [client]);
}

interface PersonActionsInput {
  /** asks what happens with the links before a person is disabled or removed */
  onLeave: (leaving: Leaving) => void;
  /** asks for confirmation before the second factor is reset */
  onResetSecondFactor: (person: Person) => void;
  onInvited: (invited: Invited) => void;
}

/** Returns a function that performs an action of a row. */
export function usePersonActions({ onLeave, onResetSecondFactor, onInvited }: PersonActionsInput) {
  const toast = useToast();
  const reload = useReloadPeople();
  const { mutate: enable } = useSingleMutation({
    mutationFn: ({ sfid }: Person) => call(contract.people.enable, { params: { personId: sfid } }),
    onSuccess: (_, { name }) => toast.success(actionTexts.enabled(name)),
    onError: toast.error,
    onSettled: reload,
  });
  const { mutate: invite } = useSingleMutation({
    mutationFn: ({ sfid }: Person) => call(contract.people.invite, { params: { personId: sfid } }),
    onSuccess: (invitation, { name, email }) => onInvited({ people: [{ name, email, ...invitation }] }),
    onError: toast.error,
    onSettled: reload,
  });
  return useCallback(
    (action: PersonAction, person: Person) => {
      if (action === 'enable') enable(person);
      else if (action === 'invite') invite(person);
      else if (action === 'resetSecondFactor') onResetSecondFactor(person);
      else onLeave({ action, person });
    },
    [enable, invite, onLeave, onResetSecondFactor],
  );
}

/** Returns an action that saves all people as a CSV file (C92). */
export function useExportPeople() {
  const toast = useToast();
  return useSingleMutation({
    mutationFn: () => call(contract.people.export, {}),
    onSuccess: ({ csv }) =>
      saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), peopleTexts.exportFile),
    onError: toast.error,
  });
}
