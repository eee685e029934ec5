import { Button, type InputRef } from 'antd';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { Input, useFirstFocus } from '../kit/index.ts';
import { secondFactorTexts } from './texts.ts';
import styles from './second-factor.module.css';

interface CodeFormProps {
  label: string;
  submit: string;
  /** a code of an app, which phones suggest and show digits for */
  isOfApp: boolean;
  isBusy: boolean;
  /** the refusal of the last code; null for none */
  problem: string | null;
  onSubmit: (code: string) => void;
}

/** A form with one code. */
export function CodeForm({ label, submit, isOfApp, isBusy, problem, onSubmit }: CodeFormProps) {
  const id = useId();
  const field = useRef<InputRef>(null);
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  useFirstFocus(field, (input) => input.focus());
  const onFormSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsMissing(code.trim() === '');
    if (code.trim() === '') field.current?.focus();
    else onSubmit(code);
  };
  const text = isMissing ? secondFactorTexts.codeRequired : problem;
  return (
    <form className={styles['form']} onSubmit={onFormSubmit} noValidate>
      <label htmlFor={id}>{label}</label>
      <Input
        ref={field}
        id={id}
        size="large"
        value={code}
        autoComplete={isOfApp ? 'one-time-code' : 'off'}
        inputMode={isOfApp ? 'numeric' : 'text'}
        spellCheck={false}
        maxLength={40}
        aria-invalid={text !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setCode(event.target.value)}
      />
      <p id={`${id}-problem`} className={styles['problem']} role="alert">
        {text}
      </p>
      <Button type="primary" size="large" block htmlType="submit" loading={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
