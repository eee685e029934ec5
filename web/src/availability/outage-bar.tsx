import { useEffect, useState } from 'react';
import type { Availability, VaultState } from './availability.ts';
import { AVAILABLE_AGAIN, OUTAGE_TEXTS } from './texts.ts';
import { useVaultState } from './use-vault-state.ts';
import styles from './outage-bar.module.css';

interface OutageBarProps {
  availability: Pick<Availability, 'subscribe' | 'get'>;
}

/** How long the end of an outage can be heard by screen readers. */
const END_TOLD_MS = 5_000;

/**
 * SAFE-06: one quiet bar while the vault is away. Where it stands is up to its surroundings. The live region is there
 * before its text, or screen readers would not read it.
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

/** Something is waited for; nothing has to be done. */
function Clock() {
  return (
    <svg className={styles['mark']} viewBox="0 0 16 16" width={16} height={16} aria-hidden>
      <circle cx="8" cy="8" r="6.5" />
      <path d="M8 4.5V8l2.5 1.5" />
    </svg>
  );
}

/** True for a while after an outage. */
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
