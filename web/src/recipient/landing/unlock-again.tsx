import type { Landing } from '@vault/contract';
import { useModal } from '../parts/use-modal.ts';
import { unlockTexts } from '../texts.ts';
import { UnlockForm } from './unlock-form.tsx';
import styles from './landing.module.css';

/** A dialog over the unchanged page, shown when a visit has ended. It unlocks the link again. */
export function UnlockAgain({ landing }: { landing: Landing }) {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby="unlock-again"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="unlock-again">{unlockTexts.endedTitle}</h2>
      <p className={styles['hint']}>{unlockTexts.endedHint}</p>
      <UnlockForm landing={landing} />
    </dialog>
  );
}
