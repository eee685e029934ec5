import { MAX_TEXT } from '@vault/contract';
import { useEffect, useId, useRef, type InputHTMLAttributes } from 'react';
import styles from './landing.module.css';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** the error; pass a new object for each error, so that the box gets the focus again */
  problem: { text: string } | null;
}

/**
 * A labelled text box of the usual length (UI-13). Its error is shown below and announced, and the box gets the focus.
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
