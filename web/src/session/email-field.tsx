import { MAX_TEXT } from '@vault/contract';
import { useId } from 'react';
import { Input } from '../kit/index.ts';
import { signInTexts } from './texts.ts';

interface EmailFieldProps {
  value: string;
  /** id of the text that says what is wrong with it; null when nothing is */
  problemId: string | null;
  onChange: (value: string) => void;
}

/** The e-mail address of a local account, with its label; it gets the focus. */
export function EmailField({ value, problemId, onChange }: EmailFieldProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{signInTexts.email}</label>
      <Input
        id={id}
        type="email"
        size="large"
        autoComplete="username"
        autoFocus
        required
        maxLength={MAX_TEXT}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        {...(problemId !== null && { 'aria-invalid': true, 'aria-describedby': problemId })}
      />
    </>
  );
}
