import type { Availability } from './availability.ts';
import { AVAILABLE_AGAIN, OUTAGE_TEXTS } from './texts.ts';
import { useVaultState } from './use-vault-state.ts';
import { ClockIcon } from './clock-icon.tsx';
import { useOutageEnd } from './use-outage-end.ts';
import styles from './outage-bar.module.css';

interface OutageBarProps {
  availability: Pick<Availability, 'state'>;
}

/**
 * SAFE-06: a bar that is shown during an outage; the parent determines its position. The live region exists before its
 * text, because screen readers announce only changes.
 */
export function OutageBar({ availability }: OutageBarProps) {
  const state = useVaultState(availability);
  const isOver = useOutageEnd(state);
  return (
    <div role="status">
      {state !== 'available' && (
        <p className={styles['bar']} data-outage={state}>
          <ClockIcon />
          {OUTAGE_TEXTS[state]}
        </p>
      )}
      {isOver && <span className="visually-hidden">{AVAILABLE_AGAIN}</span>}
    </div>
  );
}
