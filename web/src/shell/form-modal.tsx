import { useId, type ReactNode } from 'react';
import { Modal } from '../kit/index.ts';

interface FormModalProps {
  title: string;
  open: boolean;
  /** of the button that sends the form */
  okText: string;
  isBusy: boolean;
  onClose: () => void;
  /** it has gone from the screen */
  onClosed?: () => void;
  /** the form, which has to have this id */
  children: (formId: string) => ReactNode;
}

const WIDTH = 440;

/** A small modal with one form: Enter in a field sends it, as the button does. */
export function FormModal({ title, open, okText, isBusy, onClose, onClosed, children }: FormModalProps) {
  const formId = useId();
  return (
    <Modal
      title={title}
      open={open}
      width={WIDTH}
      destroyOnHidden
      onCancel={onClose}
      {...(onClosed && { afterClose: onClosed })}
      okText={okText}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isBusy }}
    >
      {children(formId)}
    </Modal>
  );
}
