import { MAX_TEXT } from '@vault/contract';
import { Button } from 'antd';
import { useId, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import { Input } from '../kit/index.ts';
import { EmailField } from './email-field.tsx';
import type { Credentials } from './sign-in.ts';
import { signInTexts } from './texts.ts';
import styles from './sign-in-page.module.css';

interface SignInFormProps {
  credentials: Credentials;
  problem: string | null;
  busy: boolean;
  /** path of the page for a forgotten password; null for none */
  forgotPath: string | null;
  onChange: (credentials: Credentials) => void;
  onSubmit: (event: SubmitEvent) => void;
}

/** The form for the e-mail and password of a local account. */
export function SignInForm({ credentials, problem, busy, forgotPath, onChange, onSubmit }: SignInFormProps) {
  const id = useId();
  const described = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` };
  return (
    <form className={styles['form']} onSubmit={onSubmit} noValidate>
      <EmailField
        value={credentials.email}
        problemId={problem === null ? null : `${id}-problem`}
        onChange={(email) => onChange({ ...credentials, email })}
      />
      <label htmlFor={`${id}-password`}>{signInTexts.password}</label>
      <Input
        id={`${id}-password`}
        type="password"
        size="large"
        autoComplete="current-password"
        maxLength={MAX_TEXT}
        value={credentials.password}
        onChange={(change) => onChange({ ...credentials, password: change.target.value })}
        {...described}
      />
      <p id={`${id}-problem`} className={styles['problem']} role="alert">
        {problem}
      </p>
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {signInTexts.signIn}
      </Button>
      {forgotPath !== null && (
        <Link className={styles['forgot']} to={forgotPath}>
          {signInTexts.forgot}
        </Link>
      )}
    </form>
  );
}
