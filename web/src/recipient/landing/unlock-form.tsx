import { useState } from 'react';
import type { Landing } from '@vault/contract';
import { CodeFields } from './code-fields.tsx';
import { Field } from './field.tsx';
import { submitBy } from './submit-by.ts';
import { SubmitButton } from './submit-button.tsx';
import { useUnlocking } from './use-unlocking.ts';
import { unlockTexts } from '../texts.ts';
import styles from './landing.module.css';

/** The form for the password (RECIP-03), the code sent by e-mail (RECIP-04), or both. */
export function UnlockForm({ landing }: { landing: Landing }) {
  return landing.needEmail ? (
    <ByEmail needPassword={landing.needPassword} />
  ) : (
    <ByPassword isRequest={landing.linkType === 'REQUEST'} />
  );
}

function ByPassword({ isRequest }: { isRequest: boolean }) {
  const { problem, setProblem, isBusy, blockedUntil, unlock } = useUnlocking();
  const [password, setPassword] = useState('');
  const submit = async () => {
    if (password === '') setProblem({ field: 'password', text: unlockTexts.passwordRequired });
    else await unlock({ password });
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submitBy(submit)}>
      <Field
        label={unlockTexts.password}
        type="password"
        name="password"
        autoComplete="off"
        // The only field of the page.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={password}
        problem={problem}
        onChange={({ target }) => setPassword(target.value)}
      />
      <SubmitButton
        label={isRequest ? unlockTexts.continue : unlockTexts.open}
        isBusy={isBusy}
        blockedUntil={blockedUntil.unlock}
      />
      <p className={styles['hint']}>{unlockTexts.passwordHint}</p>
    </form>
  );
}

function ByEmail({ needPassword }: { needPassword: boolean }) {
  const { problem, isBusy, blockedUntil, unblock, sendCode } = useUnlocking();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return <CodeFields email={sentTo} needPassword={needPassword} onOtherAddress={() => setSentTo(null)} />;
  }
  const submit = async () => {
    const address = email.trim();
    if (await sendCode(address)) setSentTo(address);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submitBy(submit)}>
      <Field
        label={unlockTexts.email}
        type="email"
        name="email"
        autoComplete="email"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={email}
        problem={problem}
        onChange={({ target }) => {
          setEmail(target.value);
          unblock();
        }}
      />
      <SubmitButton label={unlockTexts.sendCode} isBusy={isBusy} blockedUntil={blockedUntil.sendCode} />
      <p className={styles['hint']}>{unlockTexts.emailHint}</p>
    </form>
  );
}
