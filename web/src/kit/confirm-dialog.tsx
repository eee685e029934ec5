import { Button } from 'antd';
import { useId, useRef, type ReactNode, type RefObject } from 'react';
import { Modal } from './back/modal.tsx';
import { dialogTexts } from './list-texts.ts';
import { useFirstFocus } from './use-first-focus.ts';
import styles from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  open: boolean;
  message: string;
  /** a second sentence about the consequences */
  detail?: string | null;
  /** the action deletes or revokes something; true by default */
  isDanger?: boolean;
  /** true while the action runs; the buttons are disabled */
  isBusy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  /** content below the question */
  children?: ReactNode;
}

const WIDTH = 416;

/**
 * A question with the buttons Cancel and Confirm, for an action that cannot easily be undone. The focus starts on
 * Cancel, so that an accidental Enter changes nothing; Escape cancels.
 */
export function ConfirmDialog({
  title,
  open,
  message,
  detail = null,
  isDanger = true,
  isBusy = false,
  children,
  ...on
}: ConfirmDialogProps) {
  const messageId = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  // Another dialog below this one may finish its opening later and take the focus, so the focus is set again.
  const onOpened = () => {
    const answers = cancel.current?.parentElement;
    if (answers?.contains(document.activeElement) === false) cancel.current?.focus();
  };
  return (
    <Modal
      title={title}
      open={open}
      width={WIDTH}
      destroyOnHidden
      closable={!isBusy}
      keyboard={!isBusy}
      mask={{ closable: false }}
      onCancel={on.onCancel}
      afterOpenChange={(isOpen) => isOpen && onOpened()}
      footer={
        <>
          <CancelButton button={cancel} disabled={isBusy} describedBy={messageId} onCancel={on.onCancel} />
          <Button
            type="primary"
            danger={isDanger}
            className={isDanger ? styles['confirm'] : ''}
            loading={isBusy}
            onClick={on.onConfirm}
          >
            {dialogTexts.confirm}
          </Button>
        </>
      }
    >
      <p id={messageId}>{message}</p>
      {detail !== null && <p className={styles['detail']}>{detail}</p>}
      {children}
    </Modal>
  );
}

interface CancelButtonProps {
  button: RefObject<HTMLButtonElement | null>;
  disabled: boolean;
  /** id of the question: screen readers read it with the button */
  describedBy: string;
  onCancel: () => void;
}

function CancelButton({ button, disabled, describedBy, onCancel }: CancelButtonProps) {
  useFirstFocus(button, (first) => first.focus());
  return (
    <Button ref={button} disabled={disabled} aria-describedby={describedBy} onClick={onCancel}>
      {dialogTexts.cancel}
    </Button>
  );
}
