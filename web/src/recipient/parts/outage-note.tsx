import type { ReactNode } from 'react';
import { OutageBar } from '../../availability/index.ts';
import { useLink } from '../visit/use-link.ts';
import styles from './outage-note.module.css';

/** SAFE-06: the bar below a page that still loads. */
export function OutageNote() {
  const { availability } = useLink();
  return (
    <div className={styles['note']}>
      <OutageBar availability={availability} />
    </div>
  );
}

/** What is said at the lower edge of the screen, over what is shown: an outage, and what the page adds. */
export function BottomNotes({ children }: { children?: ReactNode }) {
  const { availability } = useLink();
  return (
    <div className={styles['notes']}>
      <OutageBar availability={availability} />
      {children}
    </div>
  );
}
