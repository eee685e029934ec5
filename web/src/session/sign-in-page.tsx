import { MAX_TEXT } from '@vault/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useId, useState, type SubmitEvent } from 'react';
import { DemoAccounts } from './demo-accounts.tsx';
import { demoAccountsQuery } from './queries.ts';
import { credentialsProblem, signIn, signInProblem, type Credentials } from './sign-in.ts';
import styles from './sign-in-page.module.css';

/** AUTH-01: e-mail and password; a demo server offers its accounts as one click each. */
export function SignInPage() {
  const queryClient = useQueryClient();
  const demo = useQuery(demoAccountsQuery);
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = useMutation({
    mutationFn: (given: Credentials) => signIn(queryClient, given),
    onMutate: () => setProblem(null),
    onError: (error) => setProblem(signInProblem(error)),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = credentialsProblem(credentials);
    if (wrong === null) attempt.mutate(credentials);
    else setProblem(wrong);
  };
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img className={styles['logo']} src="/favicon.svg" alt="" width={40} height={40} />
        <h1 className={styles['title']}>Document Vault</h1>
        <p className={styles['subtitle']}>Sign in to see and share your documents.</p>
        <SignInForm
          credentials={credentials}
          problem={problem}
          busy={attempt.isPending}
          onChange={setCredentials}
          onSubmit={submit}
        />
      </div>
      {demo.data !== undefined && demo.data.length > 0 && (
        <DemoAccounts accounts={demo.data} busy={attempt.isPending} onChoose={attempt.mutate} />
      )}
    </main>
  );
}

interface SignInFormProps {
  credentials: Credentials;
  problem: string | null;
  busy: boolean;
  onChange: (credentials: Credentials) => void;
  onSubmit: (event: SubmitEvent) => void;
}

function SignInForm({ credentials, problem, busy, onChange, onSubmit }: SignInFormProps) {
  const id = useId();
  const described = problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` };
  return (
    <form className={styles['form']} onSubmit={onSubmit} noValidate>
      <label htmlFor={`${id}-email`}>E-mail</label>
      <Input
        id={`${id}-email`}
        type="email"
        size="large"
        autoComplete="username"
        autoFocus
        maxLength={MAX_TEXT}
        value={credentials.email}
        onChange={(change) => onChange({ ...credentials, email: change.target.value })}
        {...described}
      />
      <label htmlFor={`${id}-password`}>Password</label>
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
        Sign in
      </Button>
    </form>
  );
}
