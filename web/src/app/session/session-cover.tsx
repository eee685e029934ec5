import { Messages } from '@vault/contract';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { PageLoader, useBackCloses } from '../../kit/index.ts';
import { returnPath, SignInAgain } from '../../session/index.ts';
import { allowLeaving } from '../../shared/index.ts';
import styles from './session-cover.module.css';

/**
 * USE-03: covers the whole page after the session has ended. A modal dialog of the browser makes everything else inert,
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
  // Back must not change the page below.
  useBackCloses(true, stay);
  return (
    <dialog
      ref={dialog}
      className={styles['sessionCover']}
      aria-label={Messages.signInAgain}
      // Escape must not uncover the page; browsers close a dialog at the second press anyway.
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Suspense fallback={<PageLoader label={Messages.signInAgain} />}>
        <SignInAgain onOtherPerson={reloadVault} />
      </Suspense>
    </dialog>
  );
}

const stay = () => undefined;

/** The page belongs to the previous person: reloads without a leave warning and drops all cached data. */
function reloadVault(): void {
  allowLeaving();
  location.replace(returnPath(undefined));
}

/** The page below listens for keys on the document: none may reach it. */
function useKeysOfCover(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (!(event.target instanceof Node && dialog.current?.contains(event.target))) event.stopPropagation();
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, [dialog]);
}
