import { Messages } from '@vault/contract';
import { useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '../../kit/index.ts';
import { returnPath, SignInAgain } from '../../session/index.ts';
import { allowLeaving, LazyPage } from '../../shared/index.ts';
import { useKeysOfCover } from './use-keys-of-cover.ts';
import styles from './session-cover.module.css';

/**
 * USE-03: covers the page after the session has ended. A modal dialog of the browser makes everything else inert,
 * including dialogs and messages.
 */
export function SessionCover() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useKeysOfCover(dialog);
  // Back must not change the page below the cover.
  useBackCloses(true, stay);
  return (
    <dialog
      ref={dialog}
      className={styles['sessionCover']}
      aria-label={Messages.signInAgain}
      // Escape must not uncover the page. Some browsers close a dialog at the second press although the event is
      // prevented.
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <LazyPage loading={Messages.signInAgain}>
        <SignInAgain onOtherPerson={reloadVault} />
      </LazyPage>
    </dialog>
  );
}

const stay = () => undefined;

/** Reloads the page, which drops all cached data of the previous person. Shows no leave warning. */
function reloadVault(): void {
  allowLeaving();
  location.replace(returnPath(undefined));
}
