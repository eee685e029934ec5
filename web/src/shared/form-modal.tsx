import { useId, type ReactNode } from 'react';
import { Modal } from '../kit/index.ts';

interface FormModalProps {
  title: string;
  open: boolean;
  /** text of the submit button */
  okText: string;
  isBusy: boolean;
  /** the form cannot be submitted yet; false by default */
  isDisabled?: boolean;
  /** what the form does cannot be undone; false by default */
  isDanger?: boolean;
  /** in CSS pixels */
  width?: number;
  onClose: () => void;
  /** called after the modal has disappeared */
  onClosed?: () => void;
  /** renders the form, which must have this id */
  children: (formId: string) => ReactNode;
}

const WIDTH = 440;

/** A small modal with one form. Enter in a field submits the form, like the button. */
export function FormModal(props: FormModalProps) {
  const {
    title,
    open,
    okText,
    isBusy,
    isDisabled = false,
    isDanger = false,
    width = WIDTH,
    onClose,
    onClosed,
    children,
  } = props;
  const formId = useId();
  return (
    <Modal
      title={title}
      open={open}
      width={width}
      destroyOnHidden
      onCancel={onClose}
      {...(onClosed && { afterClose: onClosed })}
      okText={okText}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        loading: isBusy,
        disabled: isDisabled,
        danger: isDanger,
      }}
    >
      {children(formId)}
    </Modal>
  );
}
