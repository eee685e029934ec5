import type { ReactNode } from 'react';
import styles from './sharing.module.css';

interface FieldProps {
  label: string;
  /** of the control, or the id for a group that names its label */
  htmlFor?: string;
  labelId?: string;
  hint?: string;
  problem?: string | undefined;
  /** of the line below, so that the control can name it */
  noteId?: string;
  children: ReactNode;
}

/** A labelled line of the form, with what is wrong, or else a hint, below. */
export function Field({ label, htmlFor, labelId, hint, problem, noteId, children }: FieldProps) {
  return (
    <div className={styles['field']}>
      {htmlFor === undefined ? (
        <span id={labelId} className={styles['label']}>
          {label}
        </span>
      ) : (
        <label htmlFor={htmlFor} className={styles['label']}>
          {label}
        </label>
      )}
      <div className={styles['control']}>
        {children}
        {problem !== undefined && (
          <p id={noteId} className={styles['problem']} role="alert">
            {problem}
          </p>
        )}
        {problem === undefined && hint !== undefined && (
          <p id={noteId} className={styles['hint']}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
