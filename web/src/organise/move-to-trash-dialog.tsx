import { Messages } from '@vault/contract';
import { ApiError } from '../api/index.ts';
import { ConfirmDialog } from '../kit/index.ts';
import { useToast } from '../shell/index.ts';
import { useTrashItems, type TrashedItem } from './queries.ts';

interface MoveToTrashDialogProps {
  /** empty while the dialog is closed */
  items: readonly TrashedItem[];
  onClose: () => void;
}

/** DELETE-01 … DELETE-05 */
export function MoveToTrashDialog({ items, onClose }: MoveToTrashDialogProps) {
  const toast = useToast();
  const trash = useTrashItems();
  const onConfirm = () => {
    trash.mutate(items, {
      onSuccess: () => {
        toast.success(Messages.deleted);
        onClose();
      },
      onError: (error) => {
        toast.error(error);
        // After any other failure the dialog stays for another try.
        if (error instanceof ApiError && error.code === 404) onClose();
      },
    });
  };
  return (
    <ConfirmDialog
      title="Confirm Deletion"
      open={items.length > 0}
      message={Messages.confirmTrash}
      detail={items.length === 1 ? (items[0]?.name ?? null) : `${items.length} items`}
      isBusy={trash.isPending}
      onCancel={onClose}
      onConfirm={onConfirm}
    />
  );
}
