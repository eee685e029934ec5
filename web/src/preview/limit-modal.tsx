import { Button } from 'antd';
import { helpAddress } from '../api/index.ts';
import { Modal, useLastNonNull } from '../kit/index.ts';
import { dialogTexts } from '../kit/list-texts.ts';
import { limitTexts } from './texts.ts';

interface LimitModalProps {
  /** null while the modal is closed */
  message: string | null;
  onClose: () => void;
}

/** PREVIEW-03 … PREVIEW-06: a modal with the message that a file is too large to preview. */
export function LimitModal({ message, onClose }: LimitModalProps) {
  const help = helpAddress();
  return (
    <Modal
      title={limitTexts.title}
      open={message !== null}
      width={440}
      destroyOnHidden
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {dialogTexts.done}
        </Button>
      }
    >
      <p>
        {useLastNonNull(message)}{' '}
        {help !== null && (
          <a href={help} target="_blank" rel="noreferrer">
            {limitTexts.help}
          </a>
        )}
      </p>
    </Modal>
  );
}
