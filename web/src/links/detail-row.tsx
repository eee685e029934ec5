import type { ReactNode } from 'react';
import styles from './links.module.css';

/** One line of the details of a link. */
export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['row']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
