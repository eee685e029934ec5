import type { ReactNode } from 'react';
import styles from './list-tab.module.css';

interface ListTabProps {
  /** name of the tab's region for screen readers */
  label: string;
  children: ReactNode;
}

/** A tab that shows a list with its filters above it. */
export function ListTab({ label, children }: ListTabProps) {
  return (
    <section className={styles['tab']} aria-label={label}>
      {children}
    </section>
  );
}

/** The frame around a table and its pager; in a flex column it takes the remaining height (USE-40). */
export function ListFrame({ children }: { children: ReactNode }) {
  return <div className={styles['frame']}>{children}</div>;
}
