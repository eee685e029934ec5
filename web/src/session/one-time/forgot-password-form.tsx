import { contract, isEmailAddress, Messages } from '@vault/contract';
import { Button } from 'antd';
import { useId, useState, type SubmitEvent } from 'react';
import { call, failureText, useSingleMutation } from '../../api/index.ts';
import { EmailField } from '../email-field.tsx';
import { forgotPasswordTexts, signInTexts } from '../texts.ts';
import styles from '../sign-in-page.module.css';

/** The field for the address to which the mail is sent (C110). */
export function ForgotPasswordForm({ onSent }: { onSent: (email: string) => void }) {
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
      <EmailField value={typed} problemId={problem === null ? null : `${id}-problem`} onChange={setTyped} />
      <p id={`${id}-problem`} className={styles['problem']} role="alert">
        {problem}
      </p>
      <Button type="primary" size="large" block htmlType="submit" loading={request.isPending}>
        {forgotPasswordTexts.send}
      </Button>
    </form>
  );
}
