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

/** DELETE-01 … DELETE-05 */
export function MoveToTrashDialog({ items, changes, onClose }: MoveToTrashDialogProps) {
  const toast = useToast();
  const shown = useLastNonNull(items);
  const trash = useSingleMutation({
    mutationFn: changes.trash,
    onSuccess: onClose,
    onError: (error) => {
      toast.error(error);
      // After any other failure the dialog stays open for another try.
      if (!hasErrorCode(error, 'NOT_FOUND')) return;
      // Another user deleted the items: the list is out of date.
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
