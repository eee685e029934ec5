import { contract, MIN_PASSWORD, newPasswordProblem, type OneTimeAddressInfo } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type InputRef } from 'antd';
import { useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import {
  call,
  failureText,
  hasErrorCode,
  sessionGate,
  setToken,
  useSingleMutation,
} from '../../api/index.ts';
import { PageLoader, useFirstFocus } from '../../kit/index.ts';
import { commonTexts } from '../../kit/texts.ts';
import { useFragment } from '../../shared/index.ts';
import { PasswordField } from '../password-field.tsx';
import { oneTimeAddressQuery, signInMethodsQuery } from '../queries.ts';
import { changePasswordTexts, forgotPasswordTexts, setPasswordTexts } from '../texts.ts';
import styles from '../sign-in-page.module.css';
import { Card } from './card.tsx';

type Account = NonNullable<OneTimeAddressInfo['account']>;
type Target = Account & { isInvitation: boolean };

/**
 * The page of a one-time address that sets a password (GUARD-34, DESK-02); the token is the fragment of its address.
 */
export function SetPasswordPage() {
  const token = useFragment();
  return <Address key={token} token={token} />;
}

function Address({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(oneTimeAddressQuery(token));
  const [failure, setFailure] = useState<unknown>(null);
  const problem = failure ?? error;
  if (data?.account && problem === null) {
    const target = { ...data.account, isInvitation: data.purpose === 'invitation' };
    return <Choice token={token} target={target} onEnded={setFailure} />;
  }
  if (isFetching) return <PageLoader label={commonTexts.loading} />;
  if (data !== undefined || hasErrorCode(problem, 'ONE_TIME_ADDRESS_ENDED')) return <Ended />;
  return (
    <Card title={setPasswordTexts.notLoadedTitle}>
      <p className={styles['words']} role="alert">
        {failureText(problem)}
      </p>
      <Button type="primary" size="large" block className={styles['again']} onClick={() => void refetch()}>
        {commonTexts.tryAgain}
      </Button>
    </Card>
  );
}

function Ended() {
  const methods = useQuery(signInMethodsQuery);
  return (
    <Card title={setPasswordTexts.endedTitle}>
      <p className={styles['words']} role="alert">
        {setPasswordTexts.ended}
      </p>
      {methods.data?.passwordReset === true && (
        <Link className={styles['beside']} to="/forgot-password">
          {setPasswordTexts.requestAnother}
        </Link>
      )}
      <Link className={styles['beside']} to="/login">
        {forgotPasswordTexts.back}
      </Link>
    </Card>
  );
}

interface ChoiceProps {
  token: string;
  target: Target;
  /** called with the refusal when the address does not work any more */
  onEnded: (error: unknown) => void;
}

function Choice({ token, target: { name, email, isInvitation }, onEnded }: ChoiceProps) {
  const [isSaved, setSaved] = useState(false);
  if (isSaved) return <Saved isInvitation={isInvitation} />;
  const title = isInvitation ? setPasswordTexts.invitationTitle : setPasswordTexts.resetTitle;
  const subtitle = isInvitation
    ? setPasswordTexts.invitationSubtitle(name, email)
    : setPasswordTexts.resetSubtitle(email);
  return (
    <Card title={title} subtitle={subtitle}>
      <PasswordForm
        token={token}
        email={email}
        label={isInvitation ? setPasswordTexts.password : changePasswordTexts.new}
        onEnded={onEnded}
        onSaved={() => {
          // The session of this browser has ended too, if it was one of this account.
          setToken(null);
          sessionGate.abandon();
          setSaved(true);
        }}
      />
    </Card>
  );
}

interface PasswordFormProps extends Pick<ChoiceProps, 'token' | 'onEnded'> {
  /** for password managers */
  email: string;
  label: string;
  onSaved: () => void;
}

function PasswordForm({ token, email, label, onEnded, onSaved }: PasswordFormProps) {
  const [newPassword, setNewPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<InputRef>(null);
  useFirstFocus(field, (input) => input.focus());
  const complain = (text: string) => {
    setProblem(text);
    field.current?.focus();
  };
  const save = useSingleMutation({
    mutationFn: () => call(contract.oneTime.setPassword, { body: { token, newPassword } }),
    onSuccess: onSaved,
    onError: (error) => {
      if (hasErrorCode(error, 'ONE_TIME_ADDRESS_ENDED')) onEnded(error);
      else complain(failureText(error));
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = newPasswordProblem(newPassword, '');
    if (found !== null) return complain(found);
    setProblem(null);
    save.mutate();
  };
  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={changePasswordTexts.newHint(MIN_PASSWORD)}
        size="large"
        field={field}
        value={newPassword}
        problem={problem}
        onChange={setNewPassword}
      />
      <Button
        type="primary"
        size="large"
        block
        htmlType="submit"
        className={styles['save']}
        loading={save.isPending}
      >
        {setPasswordTexts.save}
      </Button>
    </form>
  );
}

function Saved({ isInvitation }: { isInvitation: boolean }) {
  return (
    <Card title={setPasswordTexts.savedTitle}>
      <p className={styles['words']} role="status">
        {isInvitation ? setPasswordTexts.invitationSaved : setPasswordTexts.resetSaved}
      </p>
      <Link className={styles['beside']} to="/login">
        {setPasswordTexts.signIn}
      </Link>
    </Card>
  );
}
