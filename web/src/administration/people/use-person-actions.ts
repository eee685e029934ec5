import { contract, type Person } from '@vault/contract';
import { useCallback } from 'react';
import { call, useSingleMutation } from '../../api/index.ts';
import { useToast } from '../../shared/index.ts';
import { actionTexts } from '../texts.ts';
import type { PersonAction } from './actions.ts';
import type { Invited } from './invitation-modal.tsx';
import type { Leaving } from './leaving.ts';
import { useReloadPeople } from './use-reload-people.ts';

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
