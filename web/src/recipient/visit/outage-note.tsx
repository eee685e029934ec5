import type { ReactNode } from 'react';
import { OutageBar } from '../../availability/index.ts';
import { useLink } from './use-link.ts';
import styles from './outage-note.module.css';

/** SAFE-06: the outage bar below a page that still loads. */
export function OutageNote() {
  const { availability } = useLink();
  return (
    <div className={styles['note']}>
      <OutageBar availability={availability} />
    </div>
  );
}

/** The area at the lower edge of the screen for the outage bar and the notes of the page. */
export function BottomNotes({ children }: { children?: ReactNode }) {
  const { availability } = useLink();
  return (
    <div className={styles['notes']}>
      <OutageBar availability={availability} />
      {children}
    </div>
  );
}
