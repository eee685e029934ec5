import type { ReactNode } from 'react';
import styles from './dialog-footer.module.css';

/**
 * The buttons below a form that stands in a dialog, as Ant Design places those of its own footer: at the end of the
 * line, the one that carries the form out last (USE-50).
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles['footer']}>{children}</div>;
}
