import { RELOCATE_MODAL_WIDTH } from '@vault/contract';
import { Modal, useLastNonNull } from '../kit/index.ts';
import type { MergeQuestion } from './merge-question.ts';
import { RelocateForm } from './relocate-form.tsx';
import type { OrganisedItem, RelocateAction } from './target.ts';
import { relocateTexts } from './texts.ts';
import type { Changes } from './use-changes.ts';

export interface RelocateRequest {
  action: RelocateAction;
  items: readonly OrganisedItem[];
}

interface RelocateModalProps {
  /** null while the modal is closed */
  request: RelocateRequest | null;
  changes: Changes;
  onMerge: (question: MergeQuestion) => void;
  onClose: () => void;
}

/** The Copy and Move modals (COPYMOVE-01 … COPYMOVE-16). */
export function RelocateModal({ request, onClose, ...form }: RelocateModalProps) {
  const shown = useLastNonNull(request);
  return (
    <Modal
      title={shown === null ? '' : relocateTexts.action[shown.action]}
      open={request !== null}
      width={RELOCATE_MODAL_WIDTH}
      destroyOnHidden
      onCancel={onClose}
      footer={null}
    >
      {shown !== null && <RelocateForm {...shown} {...form} onClose={onClose} />}
    </Modal>
  );
}
