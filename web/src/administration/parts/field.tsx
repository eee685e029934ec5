import { useId, type ReactNode } from 'react';
import styles from './parts.module.css';

interface FieldProps {
  label: string;
  problem?: string | null;
  note?: string | null;
  /** @param id of the control @param describedBy of its problem, if any */
  children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** A labelled control of a form, with its problem or a note below it. */
export function Field({ label, problem = null, note = null, children }: FieldProps) {
  const id = useId();
  const noteId = useId();
  const text = problem ?? note;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {children(id, text === null ? undefined : noteId)}
      {problem !== null && (
        <p id={noteId} className={styles['problem']} role="alert">
          {problem}
        </p>
      )}
      {problem === null && note !== null && (
        <p id={noteId} className={styles['note']}>
          {note}
        </p>
      )}
    </div>
  );
}

/** A group of checkboxes or radio buttons with a common question. */
export function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className={styles['field']}>
      <legend>{label}</legend>
      {children}
    </fieldset>
  );
}
