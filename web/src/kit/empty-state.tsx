import type { ReactNode } from 'react';
import styles from './kit.module.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** a sentence about what to do next; null when there is none */
  hint?: string | null;
  children?: ReactNode;
}

export function EmptyState({ icon, title, hint = null, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['emptyIcon']} aria-hidden>
        {icon}
      </span>
      <p className={styles['emptyTitle']}>{title}</p>
      {hint !== null && <p>{hint}</p>}
      {children}
    </div>
  );
}
