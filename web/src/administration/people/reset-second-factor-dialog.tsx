import { contract, type Person } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, keys, useSingleMutation } from '../../api/index.ts';
import { ConfirmDialog, useLastNonNull } from '../../kit/index.ts';
import { useToast } from '../../shared/index.ts';
import { resetSecondFactorTexts } from '../texts.ts';
import { useReloadPeople } from './use-reload-people.ts';

interface ResetSecondFactorDialogProps {
  /** null while the dialog is closed */
  person: Person | null;
  onClose: () => void;
}

/** GUARD-33: confirms, then removes all second factors of a person who has lost them (C102). */
export function ResetSecondFactorDialog({ person, onClose }: ResetSecondFactorDialogProps) {
  const shown = useLastNonNull(person);
  const toast = useToast();
  const client = useQueryClient();
  const reload = useReloadPeople();
  const reset = useSingleMutation({
    mutationFn: ({ sfid }: Person) => call(contract.secondFactor.reset, { params: { personId: sfid } }),
    onSuccess: (_, { name }) => {
      toast.success(resetSecondFactorTexts.done(name));
      onClose();
    },
    onError: toast.error,
    onSettled: async () => {
      // The administrator's own factors too, when the person is the administrator.
      await Promise.all([reload(), client.invalidateQueries({ queryKey: keys.secondFactor() })]);
    },
  });
  return (
    <ConfirmDialog
      title={resetSecondFactorTexts.title(shown?.name ?? '')}
      open={person !== null}
      message={resetSecondFactorTexts.message}
      detail={resetSecondFactorTexts.detail}
      isBusy={reset.isPending}
      onCancel={onClose}
      onConfirm={() => shown !== null && reset.mutate(shown)}
    />
  );
}
