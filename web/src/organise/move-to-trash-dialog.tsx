import { Messages } from '@vault/contract';
import { hasErrorCode, useSingleMutation } from '../api/index.ts';
import { ConfirmDialog, namedItems, useLastNonNull } from '../kit/index.ts';
import { useToast } from '../shared/index.ts';
import type { OrganisedItem } from './target.ts';
import { trashTexts } from './texts.ts';
import type { Changes } from './use-changes.ts';

interface MoveToTrashDialogProps {
  /** null while the dialog is closed */
  items: readonly OrganisedItem[] | null;
  changes: Changes;
  onClose: () => void;
}

/** Asks before items are moved to the trash, and moves them (DELETE-01 … DELETE-05). */
export function MoveToTrashDialog({ items, changes, onClose }: MoveToTrashDialogProps) {
  const toast = useToast();
  const shown = useLastNonNull(items);
  const trash = useSingleMutation({
    mutationFn: changes.trash,
    onSuccess: onClose,
    onError: (error) => {
      toast.error(error);
      // After any other failure the dialog stays open, so that the person can try again.
      if (!hasErrorCode(error, 'NOT_FOUND')) return;
      // Another user has deleted the items, so the list is reloaded.
      changes.reload({ tree: true });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={trashTexts.title}
      open={items !== null}
      message={Messages.confirmTrash}
      detail={shown === null ? null : namedItems(shown)}
      isBusy={trash.isPending}
      onCancel={onClose}
      onConfirm={() => items !== null && trash.mutate(items)}
    />
  );
}
