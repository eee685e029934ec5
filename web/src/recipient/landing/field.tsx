import { MAX_TEXT } from '@vault/contract';
import { useEffect, useId, useRef, type InputHTMLAttributes } from 'react';
import styles from './landing.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** what is wrong with it; a new object each time something is wrong, so that the focus comes back */
  problem: { text: string } | null;
}

/**
 * A labelled box for a text of usual length (UI-13). What is wrong is said below it, read out, and the box gets the
 * focus.
 */
export function Field({ label, problem, className = '', ...input }: FieldProps) {
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem === null) return;
    box.current?.focus();
    box.current?.select();
  }, [problem]);
  return (
    <div className={styles['field']}>
      <label className={styles['label']} htmlFor={id}>
        {label}
      </label>
      <input
        ref={box}
        id={id}
        maxLength={MAX_TEXT}
        className={`${styles['input']} ${className}`}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        {...input}
      />
      <div id={`${id}-problem`} role="alert" className={styles['error']}>
        {problem?.text}
      </div>
    </div>
  );
}
