import { Modal as AntModal, type ModalProps as AntModalProps } from 'antd';
import { useEffect, useState } from 'react';
import { announceClosed } from './dialog-closed.ts';
import { useBackCloses } from './use-back-closes.ts';

interface ModalProps extends Omit<AntModalProps, 'onCancel'> {
  open: boolean;
  /** called by Escape, the Close button, a click beside the dialog, or Back (USE-04) */
  onCancel: () => void;
}

/** Ant Design's Modal, which the browser's Back closes too (USE-04). */
export function Modal({ onCancel, afterOpenChange, ...props }: ModalProps) {
  useBackCloses(props.open, onCancel);
  const [isShown, setIsShown] = useState(false);
  // The clean-up runs after React has hidden or removed the dialog.
  useEffect(() => (isShown ? announceClosed : undefined), [isShown]);
  return (
    <AntModal
      {...props}
      onCancel={onCancel}
      afterOpenChange={(isOpen) => {
        setIsShown(isOpen);
        afterOpenChange?.(isOpen);
      }}
    />
  );
}
