import { CODE_DIGITS } from '@vault/contract';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { unlockTexts } from '../texts.ts';
import { codeDigits } from './code.ts';
import { Field } from './field.tsx';
import { submitBy } from './submit-by.ts';
import { SubmitButton } from './submit-button.tsx';
import { Resend } from './resend.tsx';
import { useUnlocking, type Problem, type UnlockField } from './use-unlocking.ts';
import styles from './landing.module.css';

interface CodeFieldsProps {
  email: string;
  needPassword: boolean;
  onOtherAddress: () => void;
}

/** The form for the code from the e-mail, and the password if the link needs one too. */
export function CodeFields({ email, needPassword, onOtherAddress }: CodeFieldsProps) {
  const { problem, setProblem, isBusy, blockedUntil, isCodeEnded, sendCode, unlock } = useUnlocking();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');

  const open = (digits: string) =>
    unlock(needPassword ? { email, code: digits, password } : { email, code: digits });
  const submit = async () => {
    if (code.length < CODE_DIGITS) {
      setProblem({ field: 'code', text: unlockTexts.codeRequired(CODE_DIGITS) });
    } else if (needPassword && password === '') {
      setProblem({ field: 'password', text: unlockTexts.passwordRequired });
    } else await open(code);
  };
  const sendAgain = async () => {
    const isSent = await sendCode(email);
    if (isSent) setCode('');
    return isSent;
  };
  const enter = (text: string) => {
    const digits = codeDigits(text);
    setCode(digits);
    const isWhole = digits.length === CODE_DIGITS && digits !== code;
    if (isWhole && !needPassword && !isCodeEnded) void open(digits);
  };
  return (
    <form className={styles['form']} noValidate onSubmit={submitBy(submit)}>
      <p className={styles['hint']} role="status">
        {unlockTexts.codeSent(email)}
      </p>
      <Field
        label={unlockTexts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        className={styles['code']}
        value={code}
        problem={at(problem, 'code')}
        onChange={({ target }) => enter(target.value)}
      />
      {needPassword && (
        <Field
          label={unlockTexts.password}
          type="password"
          name="password"
          autoComplete="off"
          value={password}
          problem={at(problem, 'password')}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      {(problem?.field === 'form' || problem?.field === 'email') && (
        <div role="alert" className={styles['error']}>
          {problem.text}
        </div>
      )}
      <SubmitButton
        label={unlockTexts.open}
        isBusy={isBusy}
        isDisabled={isCodeEnded}
        blockedUntil={blockedUntil.unlock}
      />
      <div className={styles['row']}>
        <Resend blockedUntil={blockedUntil.sendCode} onSend={sendAgain} />
        <Button look="quiet" onClick={onOtherAddress}>
          {unlockTexts.otherAddress}
        </Button>
      </div>
    </form>
  );
}

const at = (problem: Problem | null, field: UnlockField) => (problem?.field === field ? problem : null);
