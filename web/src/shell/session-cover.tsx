import { Messages } from '@vault/contract';
import { Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { PageLoader, useBackCloses } from '../kit/index.ts';
import { returnPath, SignInAgain } from '../session/index.ts';
import { allowLeaving } from './stay-while.ts';
import styles from './shell.module.css';

/**
 * USE-03: covers the whole page while its session has ended. A modal dialog of the browser: everything else, dialogs and
 * messages included, is inert and below it.
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
      // Escape must not uncover the page; browsers close a dialog at the second press all the same.
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <Suspense fallback={<PageLoader label={Messages.signInAgain} />}>
        <SignInAgain onOtherPerson={loadAnew} />
      </Suspense>
    </dialog>
  );
}

const stay = () => undefined;

/** What is on the page belongs to the former person: nothing of it may ask to stay, and nothing of it is kept. */
function loadAnew(): void {
  allowLeaving();
  location.replace(returnPath(undefined));
}

/** The page below listens for keys on the document: none of them reaches it. */
function useKeysOfCover(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (!(event.target instanceof Node && dialog.current?.contains(event.target))) event.stopPropagation();
    };
    addEventListener('keydown', keep, { capture: true });
    return () => removeEventListener('keydown', keep, { capture: true });
  }, [dialog]);
}
