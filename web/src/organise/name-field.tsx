import { Messages } from '@vault/contract';
import type { InputRef } from 'antd';
import { useId, useRef, useState } from 'react';
import { ApiError } from '../api/index.ts';
import { Input, useFirstFocus } from '../kit/index.ts';
import styles from './organise.module.css';

/** Validates the text of a name field; returns the message for it, or null when it may be sent. */
type NameCheck = (typed: string) => string | null;

interface NameInput {
  initial: string;
  check: NameCheck;
  /** returns whether the name is empty or used by another item; no message is shown while the person is typing */
  isUnfinished: (typed: string) => boolean;
  /** number of letters of the initial name that are selected; all by default */
  selectedLetters?: number;
}

/** Returns the state of a field for a name and of the message below it. */
export function useName({ initial, check, isUnfinished, selectedLetters = initial.length }: NameInput) {
  const field = useRef<InputRef>(null);
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  useFirstFocus(field, (input) => {
    input.focus();
    input.setSelectionRange(0, selectedLetters);
  });
  const complain = (message: string) => {
    setProblem(message);
    field.current?.focus();
  };
  return {
    field,
    name,
    problem,
    change: (typed: string) => {
      setName(typed);
      setProblem(isUnfinished(typed) ? null : check(typed));
    },
    /** Checks the name and shows its message. @returns whether the name may be sent */
    isGood: () => {
      const found = check(name);
      if (found !== null) complain(found);
      else setProblem(null);
      return found === null;
    },
    /** Shows the error of a failed call. */
    fail: (error: unknown) => complain(error instanceof ApiError ? error.message : Messages.requestFailed),
  };
}

interface NameFieldProps {
  label: string;
  state: ReturnType<typeof useName>;
}

export function NameField({ label, state: { field, name, problem, change } }: NameFieldProps) {
  const id = useId();
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <Input
        ref={field}
        id={id}
        value={name}
        autoComplete="off"
        spellCheck={false}
        required
        {...(problem !== null && { status: 'error' as const })}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${id}-problem`} className={styles['problem']} role="alert">
        {problem}
      </p>
    </div>
  );
}
