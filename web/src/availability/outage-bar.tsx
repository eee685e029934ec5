import { useEffect, useState } from 'react';
import type { Availability, VaultState } from './availability.ts';
import { AVAILABLE_AGAIN, OUTAGE_TEXTS } from './texts.ts';
import { useVaultState } from './use-vault-state.ts';
import styles from './outage-bar.module.css';

interface OutageBarProps {
  availability: Pick<Availability, 'state'>;
}

/** How long the text about the end of an outage stays for screen readers, in milliseconds. */
const END_TOLD_MS = 5_000;

/**
 * SAFE-06: a bar that is shown during an outage; the parent determines its position. The live region exists before its
 * text, because screen readers announce only changes.
 */
export function OutageBar({ availability }: OutageBarProps) {
  const state = useVaultState(availability);
  const isOver = useEndTold(state);
  return (
    <div role="status">
      {state !== 'available' && (
        <p className={styles['bar']} data-outage={state}>
          <Clock />
          {OUTAGE_TEXTS[state]}
        </p>
      )}
      {isOver && <span className="visually-hidden">{AVAILABLE_AGAIN}</span>}
    </div>
  );
}

/** The icon of a clock: it shows that the page waits, and the user need not do anything. */
function Clock() {
  return (
    <svg className={styles['mark']} viewBox="0 0 16 16" width={16} height={16} aria-hidden>
      <circle cx="8" cy="8" r="6.5" />
      <path d="M8 4.5V8l2.5 1.5" />
    </svg>
  );
}

/** Returns true for END_TOLD_MS after an outage. */
function useEndTold(state: VaultState): boolean {
  const [last, setLast] = useState(state);
  const [isOver, setIsOver] = useState(false);
  if (state !== last) {
    setLast(state);
    setIsOver(state === 'available');
  }
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => setIsOver(false), END_TOLD_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return isOver;
}
