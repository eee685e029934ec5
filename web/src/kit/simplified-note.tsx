import type { ReactNode } from 'react';
import { documentTexts } from './viewer-texts.ts';
import styles from './simplified-note.module.css';

/**
 * USE-31: a note above a simplified view. It says that the page is not the original.
 * @param children a link to the original, if there is one
 */
export function SimplifiedNote({ children }: { children: ReactNode }) {
  return (
    <div className={styles['note']} role="note">
      <span>{documentTexts.simplified}</span>
      {children}
    </div>
  );
}
