import { contract, Messages, MIN_PASSWORD, newPasswordProblem } from '@vault/contract';
import type { InputRef } from 'antd';
import { useRef, useState, type SubmitEvent } from 'react';
import { ApiError, call, type SingleMutation, useSingleMutation } from '../api/index.ts';
import { useFirstFocus } from '../kit/index.ts';
import { FormModal, useToast } from '../shared/index.ts';
import { PasswordField } from './password-field.tsx';
import { changePasswordTexts } from './texts.ts';
import styles from './sign-in-page.module.css';

interface ChangePasswordModalProps {
  open: boolean;
  /** the e-mail of the account, for password managers */
  email: string;
  onClose: () => void;
  /** called after the closing animation */
  onClosed: () => void;
}

/** The modal in which a user changes the password of the own account (C67). */
export function ChangePasswordModal({ open, email, onClose, onClosed }: ChangePasswordModalProps) {
  const toast = useToast();
  const change = useSingleMutation({
    mutationFn: (body: Passwords) => call(contract.session.changePassword, { body }),
    onSuccess: () => {
      toast.success(Messages.passwordChanged);
      onClose();
    },
  });
  return (
    <FormModal
      title={changePasswordTexts.title}
      open={open}
      okText={changePasswordTexts.ok}
      isBusy={change.isPending}
      onClose={onClose}
      onClosed={onClosed}
    >
      {(formId) => <PasswordForm id={formId} email={email} change={change} />}
    </FormModal>
  );
}

interface Passwords {
  currentPassword: string;
  newPassword: string;
}

/** An error message and the field that it belongs to. */
type Problem = { field: keyof Passwords; text: string } | null;

function problemOf({ currentPassword, newPassword }: Passwords): Problem {
  if (currentPassword === '') {
    return { field: 'currentPassword', text: changePasswordTexts.currentRequired };
  }
  const text = newPasswordProblem(newPassword, currentPassword);
  return text === null ? null : { field: 'newPassword', text };
}

/** Assigns errors about the new password to its field, and all other errors to the current password. */
function problemFrom(error: unknown): NonNullable<Problem> {
  const isOfNew = error instanceof ApiError && error.errorCode?.startsWith('NEW_PASSWORD_') === true;
  const text = error instanceof ApiError ? error.message : Messages.requestFailed;
  return { field: isOfNew ? 'newPassword' : 'currentPassword', text };
}

interface PasswordFormProps {
  id: string;
  email: string;
  change: SingleMutation<unknown, Passwords>;
}

function PasswordForm({ id, email, change }: PasswordFormProps) {
  const [passwords, setPasswords] = useState<Passwords>({ currentPassword: '', newPassword: '' });
  const [problem, setProblem] = useState<Problem>(null);
  const currentField = useRef<InputRef>(null);
  const newField = useRef<InputRef>(null);
  useFirstFocus(currentField, (input) => input.focus());
  const complain = (found: NonNullable<Problem>) => {
    setProblem(found);
    (found.field === 'newPassword' ? newField : currentField).current?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = problemOf(passwords);
    if (found !== null) return complain(found);
    setProblem(null);
    change.mutate(passwords, { onError: (error) => complain(problemFrom(error)) });
  };
  const fieldOf = (name: keyof Passwords) => ({
    value: passwords[name],
    problem: problem?.field === name ? problem.text : null,
    onChange: (value: string) => setPasswords((before) => ({ ...before, [name]: value })),
  });
  return (
    <form id={id} className={styles['passwords']} onSubmit={submit} noValidate>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={changePasswordTexts.current}
        autoComplete="current-password"
        field={currentField}
        {...fieldOf('currentPassword')}
      />
      <PasswordField
        label={changePasswordTexts.new}
        autoComplete="new-password"
        hint={changePasswordTexts.newHint(MIN_PASSWORD)}
        field={newField}
        {...fieldOf('newPassword')}
      />
    </form>
  );
}
