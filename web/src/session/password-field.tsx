import { MAX_TEXT } from '@vault/contract';
import type { InputRef } from 'antd';
import { useId, type Ref } from 'react';
import { PasswordInput } from '../kit/index.ts';
import styles from './sign-in-page.module.css';

interface PasswordFieldProps {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  field: Ref<InputRef>;
  size?: 'large';
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}

/** A password with its label, and a hint or an error below it. */
export function PasswordField({
  label,
  autoComplete,
  hint,
  field,
  size,
  value,
  problem,
  onChange,
}: PasswordFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <PasswordInput
        ref={field}
        id={id}
        value={value}
        autoComplete={autoComplete}
        maxLength={MAX_TEXT}
        {...(size && { size })}
        required
        {...(problem !== null && { status: 'error' as const })}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-note`} className={styles['note']} {...(problem !== null && { role: 'alert' })}>
        {problem ?? hint}
      </p>
    </div>
  );
}
