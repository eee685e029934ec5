import type { ReactNode } from 'react';
import styles from './sharing.module.css';

interface FieldProps {
  label: string;
  /** id of the control; for a group, `labelId` is the id of its label */
  htmlFor?: string;
  labelId?: string;
  hint?: string;
  problem?: string | undefined;
  /** id of the line below, for aria-describedby of the control */
  noteId?: string;
  children: ReactNode;
}

/** A labelled line of the form. Below the control it shows the error or, without an error, a hint. */
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
