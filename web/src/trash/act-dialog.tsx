import type { TrashItem } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, keys, useSingleMutation } from '../api/index.ts';
import { ConfirmDialog, namedItems, useLingering } from '../kit/index.ts';
import { useToast, useVault } from '../shell/index.ts';
import type { TrashAct } from './acts.ts';

/** What is to be done with which items. */
export interface AskedAct {
  act: TrashAct;
  items: readonly TrashItem[];
}

interface ActDialogProps {
  /** null while the dialog is closed */
  asked: AskedAct | null;
  onClose: () => void;
  /** it is done, or somebody else was quicker: the rows are not there any more */
  onDone: () => void;
}

/** TRASH-15 … TRASH-20: asks, does it, tells it and loads what is another now. */
export function ActDialog({ asked, onClose, onDone }: ActDialogProps) {
  const toast = useToast();
  const reload = useReload();
  const shown = useLingering(asked);
  const over = () => {
    onClose();
    onDone();
    reload();
  };
  const { mutate, isPending } = useSingleMutation({
    mutationFn: ({ act, items }: AskedAct) => act.perform(items.map(({ id }) => id)),
    onSuccess: (_, { act }) => {
      toast.success(act.done);
      over();
    },
    onError: (error) => {
      toast.error(error);
      // After any other failure the dialog stays for another try.
      if (error instanceof ApiError && error.code === 404) over();
    },
  });
  return (
    <ConfirmDialog
      title={shown?.act.title ?? ''}
      open={asked !== null}
      message={shown?.act.question ?? ''}
      detail={shown === null ? null : namedItems(shown.items)}
      isDanger={shown?.act.isDanger ?? false}
      isBusy={isPending}
      onCancel={onClose}
      onConfirm={() => asked !== null && mutate(asked)}
    />
  );
}

/** Files and tree too, for what is restored is there again; and links, which tell whether their target is there. */
function useReload() {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  return () => {
    for (const keyOf of [keys.trash, keys.list, keys.tree, keys.links]) {
      void queryClient.invalidateQueries({ queryKey: keyOf(recordId) });
    }
  };
}
