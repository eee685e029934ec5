import {
  type CallInput,
  contract,
  isEmailAddress,
  MAX_NAME,
  MAX_TEXT,
  Messages,
  MIN_PASSWORD,
  newPasswordProblem,
} from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, type InputRef } from 'antd';
import { useId, useRef, useState, type Ref, type SubmitEvent } from 'react';
import { Link } from 'wouter';
import { ApiError, call, failureText, hasErrorCode, useSingleMutation } from '../../api/index.ts';
import { Input, PageLoader, useFirstFocus } from '../../kit/index.ts';
import { commonTexts } from '../../kit/texts.ts';
import { useFragment } from '../../shared/index.ts';
import { PasswordField } from '../password-field.tsx';
import { oneTimeAddressQuery } from '../queries.ts';
import { changePasswordTexts, setPasswordTexts, setupTexts, signInTexts } from '../texts.ts';
import styles from '../sign-in-page.module.css';
import { Card } from './card.tsx';

/** GUARD-03: the page of the printed address, whose token is the fragment. */
export function SetupPage() {
  const token = useFragment();
  return <Address key={token} token={token} />;
}

function Address({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(oneTimeAddressQuery(token));
  const [hasEnded, setEnded] = useState(false);
  const [madeFor, setMadeFor] = useState<string | null>(null);
  if (madeFor !== null) return <Made email={madeFor} />;
  if (data?.purpose === 'first-administrator' && !hasEnded) {
    return (
      <Card title={setupTexts.title} subtitle={setupTexts.subtitle}>
        <SetupForm token={token} onMade={setMadeFor} onEnded={() => setEnded(true)} />
      </Card>
    );
  }
  if (isFetching) return <PageLoader label={commonTexts.loading} />;
  if (data !== undefined || hasErrorCode(error, 'ONE_TIME_ADDRESS_ENDED')) {
    return (
      <Card title={setPasswordTexts.endedTitle}>
        <p className={styles['words']} role="alert">
          {setupTexts.ended}
        </p>
      </Card>
    );
  }
  return (
    <Card title={setPasswordTexts.notLoadedTitle}>
      <p className={styles['words']} role="alert">
        {failureText(error)}
      </p>
      <Button type="primary" size="large" block className={styles['again']} onClick={() => void refetch()}>
        {commonTexts.tryAgain}
      </Button>
    </Card>
  );
}

function Made({ email }: { email: string }) {
  return (
    <Card title={setupTexts.madeTitle}>
      <p className={styles['words']} role="status">
        {setupTexts.made(email)}
      </p>
      <Link className={styles['beside']} to="/login">
        {setPasswordTexts.signIn}
      </Link>
    </Card>
  );
}

type Given = Omit<CallInput<typeof contract.oneTime.setUp>['body'], 'token'>;
type Field = keyof Given;
const FIELDS: readonly Field[] = ['name', 'email', 'password', 'recordName'];

function problemsOf({ name, email, password, recordName }: Given): Partial<Record<Field, string>> {
  const problem = newPasswordProblem(password, '');
  return {
    ...(name.trim() === '' && { name: setupTexts.nameRequired }),
    ...(!isEmailAddress(email.trim()) && {
      email: email.trim() === '' ? signInTexts.emailRequired : Messages.mailboxInvalid,
    }),
    ...(problem !== null && { password: problem }),
    ...(recordName.trim() === '' && { recordName: setupTexts.recordRequired }),
  };
}

/** Assigns a refusal to the field that it belongs to; the last one for all others. */
function fieldOf(error: unknown): Field {
  const code = error instanceof ApiError ? error.errorCode : null;
  if (code === 'EMAIL_INVALID' || code === 'PERSON_EXISTS') return 'email';
  return code?.startsWith('NEW_PASSWORD_') === true ? 'password' : 'recordName';
}

interface SetupFormProps {
  token: string;
  onMade: (email: string) => void;
  onEnded: () => void;
}

function SetupForm({ token, onMade, onEnded }: SetupFormProps) {
  const [given, setGiven] = useState<Given>({ name: '', email: '', password: '', recordName: '' });
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const inputs = useRef<Partial<Record<Field, InputRef | null>>>({});
  const first = useRef<InputRef>(null);
  useFirstFocus(first, (input) => input.focus());
  const complain = (found: Partial<Record<Field, string>>) => {
    setProblems(found);
    const field = FIELDS.find((name) => found[name] !== undefined);
    if (field !== undefined) (field === 'name' ? first.current : inputs.current[field])?.focus();
  };
  const make = useSingleMutation({
    mutationFn: () => call(contract.oneTime.setUp, { body: { ...given, token } }),
    onSuccess: () => onMade(given.email.trim()),
    onError: (error) => {
      if (hasErrorCode(error, 'ONE_TIME_ADDRESS_ENDED')) onEnded();
      else complain({ [fieldOf(error)]: failureText(error) });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemsOf(given);
    complain(found);
    if (Object.keys(found).length === 0) make.mutate();
  };
  const propsOf = (name: Field) => ({
    field: (input: InputRef | null) => {
      inputs.current[name] = input;
    },
    value: given[name],
    problem: problems[name] ?? null,
    onChange: (value: string) => setGiven((before) => ({ ...before, [name]: value })),
  });
  return (
    <form className={styles['setup']} onSubmit={submit} noValidate>
      <LineField label={setupTexts.name} {...propsOf('name')} autoComplete="name" field={first} />
      <LineField label={setupTexts.email} {...propsOf('email')} type="email" autoComplete="username" />
      <PasswordField
        label={setupTexts.password}
        autoComplete="new-password"
        size="large"
        hint={changePasswordTexts.newHint(MIN_PASSWORD)}
        {...propsOf('password')}
      />
      <LineField label={setupTexts.record} hint={setupTexts.recordHint} {...propsOf('recordName')} />
      <Button type="primary" size="large" block htmlType="submit" loading={make.isPending}>
        {setupTexts.make}
      </Button>
    </form>
  );
}

interface LineFieldProps {
  label: string;
  hint?: string;
  type?: 'text' | 'email';
  autoComplete?: string;
  field: Ref<InputRef>;
  value: string;
  problem: string | null;
  onChange: (value: string) => void;
}

function LineField({
  label,
  hint,
  type = 'text',
  autoComplete = 'off',
  field,
  value,
  problem,
  onChange,
}: LineFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <Input
        ref={field}
        id={id}
        type={type}
        size="large"
        value={value}
        autoComplete={autoComplete}
        maxLength={type === 'email' ? MAX_TEXT : MAX_NAME}
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
