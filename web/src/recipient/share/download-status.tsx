import { waitingText } from '../../availability/index.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { downloadStatusTexts } from './texts.ts';
import type { DownloadState } from './use-download.ts';
import styles from './share.module.css';

/** Shows the state of a download at the lower edge of the screen. Screen readers announce it. */
export function DownloadStatus({ state, onDismiss }: { state: DownloadState; onDismiss: () => void }) {
  return (
    <div className={styles['status']} role="status">
      {state.step !== 'idle' && (
        <div className={styles['statusBox']} data-step={state.step}>
          <span>{textOf(state)}</span>
          <Button look="quiet" aria-label={downloadStatusTexts.close} onClick={onDismiss}>
            <Icon of="close" />
          </Button>
        </div>
      )}
    </div>
  );
}

function textOf(state: Exclude<DownloadState, { step: 'idle' }>): string {
  switch (state.step) {
    case 'preparing':
      return downloadStatusTexts.preparing(state.name);
    case 'waiting':
      return downloadStatusTexts.waiting(waitingText(state.outage), state.name);
    case 'started':
      return downloadStatusTexts.started(state.name, state.size);
    case 'failed':
      return state.message;
  }
}
