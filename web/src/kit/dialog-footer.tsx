import type { ReactNode } from 'react';
import styles from './dialog-footer.module.css';

/**
 * The buttons below a form in a dialog, placed as in Ant Design's own footer: at the end of the line, the submit button
 * last (USE-50).
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles['footer']}>{children}</div>;
}
