import {
  Dropdown as AntDropdown,
  Modal as AntModal,
  Select as AntSelect,
  type DropdownProps,
  type ModalProps as AntModalProps,
  type SelectProps,
} from 'antd';
import { useEffect, useState } from 'react';
import { announceClosed } from './dialog-closed.ts';
import { useBackCloses, usePopup } from './use-back-closes.ts';

interface ModalProps extends Omit<AntModalProps, 'onCancel'> {
  open: boolean;
  /** Escape, Close, a click beside the dialog, or Back (USE-04) */
  onCancel: () => void;
}

/** Ant Design's Modal, which Back closes (USE-04). */
export function Modal({ onCancel, afterOpenChange, ...props }: ModalProps) {
  useBackCloses(props.open, onCancel);
  const [isShown, setIsShown] = useState(false);
  // After the commit that hides or removes the dialog.
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

/** Ant Design's Select, whose list Back closes (USE-04). */
export function Select<Value = unknown>(props: SelectProps<Value>) {
  return <AntSelect<Value> {...props} {...usePopup()} />;
}

/** Ant Design's Dropdown, whose menu Back closes (USE-04) and which handles the arrow keys as soon as it is open. */
export function Dropdown(props: DropdownProps) {
  return <AntDropdown autoFocus {...props} {...usePopup()} />;
}
