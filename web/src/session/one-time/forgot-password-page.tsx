import { contract, isEmailAddress, MAX_TEXT, Messages } from '@vault/contract';
import { Link } from '@tanstack/react-router';
import { Button, Input } from 'antd';
import { useId, useState, type SubmitEvent } from 'react';
import { call, failureText, useSingleMutation } from '../../api/index.ts';
import { forgotPasswordTexts, signInTexts } from '../texts.ts';
import styles from '../sign-in-page.module.css';
import { Card } from './card.tsx';

/** GUARD-34: requests a mail with a one-time address for another password (C110). */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const back = (
    <Link className={styles['beside']} to="/login">
      {forgotPasswordTexts.back}
    </Link>
  );
  if (sentTo !== null) {
    return (
      <Card title={forgotPasswordTexts.sentTitle}>
        <p className={styles['words']} role="status">
          {forgotPasswordTexts.sent(sentTo)}
        </p>
        <p className={styles['words']}>{forgotPasswordTexts.noMail}</p>
        {back}
      </Card>
    );
  }
  return (
    <Card title={forgotPasswordTexts.title} subtitle={forgotPasswordTexts.subtitle}>
      <EmailForm onSent={setSentTo} />
      {back}
    </Card>
  );
}

function EmailForm({ onSent }: { onSent: (email: string) => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const email = typed.trim();
  const request = useSingleMutation({
    mutationFn: () => call(contract.oneTime.requestPasswordReset, { body: { email } }),
    onMutate: () => setProblem(null),
    onSuccess: () => onSent(email),
    onError: (error) => setProblem(failureText(error)),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isEmailAddress(email)) request.mutate();
    else setProblem(email === '' ? signInTexts.emailRequired : Messages.mailboxInvalid);
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <label htmlFor={`${id}-email`}>{signInTexts.email}</label>
      <Input
        id={`${id}-email`}
        type="email"
        size="large"
        autoComplete="username"
        autoFocus
        required
        maxLength={MAX_TEXT}
        value={typed}
        onChange={(change) => setTyped(change.target.value)}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} className={styles['problem']} role="alert">
        {problem}
      </p>
      <Button type="primary" size="large" block htmlType="submit" loading={request.isPending}>
        {forgotPasswordTexts.send}
      </Button>
    </form>
  );
}
