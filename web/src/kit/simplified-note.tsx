import type { ReactNode } from 'react';
import styles from './simplified-note.module.css';

/** USE-31: says above a page that it is not the original. @param children the way to that, where there is one */
export function SimplifiedNote({ children }: { children: ReactNode }) {
  return (
    <div className={styles['note']} role="note">
      <span>Simplified view. The original can look different.</span>
      {children}
    </div>
  );
}
