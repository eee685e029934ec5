import { useId, type ReactNode } from 'react';
import { Modal } from '../kit/index.ts';

interface FormModalProps {
  title: string;
  open: boolean;
  /** text of the submit button */
  okText: string;
  isBusy: boolean;
  onClose: () => void;
  /** called after the modal has disappeared */
  onClosed?: () => void;
  /** renders the form, which must have this id */
  children: (formId: string) => ReactNode;
}

const WIDTH = 440;

/** A small modal with one form. Enter in a field submits the form, like the button. */
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
