import { contract, Messages, type SharedLink } from '@vault/contract';
import { call, outageOf, useSingleMutation } from '../api/index.ts';
import { ConfirmDialog, useLastNonNull } from '../kit/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import { deleteLinkTexts } from './texts.ts';

interface DeleteLinkDialogProps {
  /** null while the dialog is closed */
  link: SharedLink | null;
  onClose: () => void;
  /** called when the deletion starts; it closes the dialogs that show the link */
  onConfirmed: () => void;
  onDeleted: () => void;
}

/**
 * Asks before a link is deleted, and deletes it (LINKS-31, LINKS-40 … LINKS-43). While the deletion runs, dialogs are
 * closed and the list shows a spinner; a success shows a message.
 */
export function DeleteLinkDialog({ link, onClose, onConfirmed, onDeleted }: DeleteLinkDialogProps) {
  const { recordId } = useVault();
  const toast = useToast();
  const shown = useLastNonNull(link);
  const remove = useSingleMutation({
    mutationFn: ({ id }: SharedLink) => call(contract.links.remove, { params: { recordId, id } }),
    meta: { section: 'links' },
    onMutate: onConfirmed,
    onSuccess: () => {
      toast.success(Messages.deleted);
      onDeleted();
    },
    onError: (error) => {
      toast.error(error);
      // Another user may have deleted the link first, so the list is updated after a refusal too. After an outage the
      // state is unknown.
      if (outageOf(error) === null) onDeleted();
    },
  });
  return (
    <ConfirmDialog
      title={deleteLinkTexts.title}
      open={link !== null}
      message={Messages.confirmDeleteLink}
      detail={shown?.fileName ?? null}
      onCancel={onClose}
      onConfirm={() => link !== null && remove.mutate(link)}
    />
  );
}
