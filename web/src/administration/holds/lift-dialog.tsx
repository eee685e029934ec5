import { contract, type Hold } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, keys, useSingleMutation } from '../../api/index.ts';
import { ConfirmDialog, useLastNonNull } from '../../kit/index.ts';
import { useToast } from '../../shared/index.ts';
import { liftTexts, ruleLabel } from './texts.ts';

interface LiftDialogProps {
  /** null while the dialog is closed */
  hold: Hold | null;
  onClose: () => void;
}

/** SAFE-12: confirms, then lifts a hold (C132). */
export function LiftDialog({ hold, onClose }: LiftDialogProps) {
  const shown = useLastNonNull(hold);
  const toast = useToast();
  const client = useQueryClient();
  const lift = useSingleMutation({
    mutationFn: ({ id }: Hold) => call(contract.holds.lift, { params: { id } }),
    onSuccess: () => toast.success(liftTexts.done),
    onError: toast.error,
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: keys.holds() });
    },
  });
  return (
    <ConfirmDialog
      title={liftTexts.title}
      open={hold !== null}
      message={shown === null ? '' : liftTexts.message(ruleLabel(shown), shown.record.name, shown.reason)}
      detail={liftTexts.detail}
      isBusy={lift.isPending}
      onCancel={onClose}
      onConfirm={() => shown !== null && lift.mutate(shown)}
    />
  );
}
