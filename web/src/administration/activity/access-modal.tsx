import { Modal, useLastNonNull } from '../../kit/index.ts';
import { LinkViews } from '../../links/index.ts';
import { HistoryPanel } from '../../versions/index.ts';
import type { AccessedObject } from './entry-sections.ts';
import { accessTexts } from './texts.ts';

interface AccessModalProps {
  /** null while the dialog is closed */
  object: AccessedObject | null;
  onClose: () => void;
}

const WIDTH = 760;

/** AUDIT-07: the history of a file or the views of a link, also when it no longer exists. */
export function AccessModal({ object, onClose }: AccessModalProps) {
  const shown = useLastNonNull(object);
  const title = shown === null ? '' : accessTexts[shown.kind](shown.name);
  return (
    <Modal
      title={title}
      open={object !== null}
      width={WIDTH}
      destroyOnHidden
      onCancel={onClose}
      footer={null}
    >
      {shown?.kind === 'file' && <HistoryPanel fileId={shown.id} isAudited />}
      {shown?.kind === 'link' && <LinkViews linkId={shown.id} isAudited />}
    </Modal>
  );
}
