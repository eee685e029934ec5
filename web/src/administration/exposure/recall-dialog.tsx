import { useQueryClient } from '@tanstack/react-query';
import { keys, useSingleMutation } from '../../api/index.ts';
import { ConfirmDialog } from '../../kit/index.ts';
import { useToast } from '../../shared/index.ts';
import { type Exposure, recall } from './queries.ts';
import { recallTexts } from './texts.ts';

interface RecallDialogProps {
  exposure: Exposure;
  open: boolean;
  onClose: () => void;
  onRecalled: () => void;
}

/** AUDIT-10: says what a recall ends, and recalls the item. A repeated recall ends nothing more. */
export function RecallDialog({ exposure, open, onClose, onRecalled }: RecallDialogProps) {
  const { item, recall: wouldEnd } = exposure;
  const toast = useToast();
  const queryClient = useQueryClient();
  const ends = useSingleMutation({
    mutationFn: () => recall(item.sfid),
    onSuccess: ({ links }) => {
      toast.success(recallTexts.done(links.length));
      onRecalled();
    },
    onError: (error) => {
      toast.error(error);
      onClose();
    },
    // After an outage it is unknown what has ended.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.exposure() }),
  });
  return (
    <ConfirmDialog
      title={recallTexts.title}
      open={open}
      message={recallTexts.message(wouldEnd.links)}
      detail={recallTexts.visits(wouldEnd.visits)}
      isBusy={ends.isPending}
      onCancel={onClose}
      onConfirm={() => ends.mutate()}
    >
      {item.kind !== 'link' && <p>{recallTexts.above}</p>}
    </ConfirmDialog>
  );
}
