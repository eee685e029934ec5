import type { ReactNode } from 'react';
import styles from './dialog-footer.module.css';

/**
 * The buttons below a form in a dialog, in the same position as in the footer of Ant Design: at the end of the line,
 * with the submit button last (USE-50).
 */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className={styles['footer']}>{children}</div>;
}
