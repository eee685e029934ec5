import { contract, MAX_PASSKEY_NAME, type SecondFactorAdded } from '@vault/contract';
import { Button, type InputRef } from 'antd';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { call, useSingleMutation } from '../api/index.ts';
import { Input, useFirstFocus } from '../kit/index.ts';
import { createPasskey, passkeyProblem } from './passkey.ts';
import { setUpTexts } from './texts.ts';
import styles from './second-factor.module.css';

interface SetUpProps {
  /** of the sign-in or of the change */
  challenge: string;
  onAdded: (added: SecondFactorAdded) => void;
}

/** The set-up of a passkey (C106, C107). */
export function PasskeySetUp({ challenge, onAdded }: SetUpProps) {
  const id = useId();
  const field = useRef<InputRef>(null);
  const [name, setName] = useState('');
  useFirstFocus(field, (input) => input.focus());
  const add = useSingleMutation({
    mutationFn: async () => {
      const options = await call(contract.secondFactor.startPasskey, { body: { challenge } });
      const response = await createPasskey(options);
      return call(contract.secondFactor.confirmPasskey, { body: { challenge, name, response } });
    },
    onSuccess: onAdded,
  });
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <>
      <p className={styles['subtitle']}>{setUpTexts.passkeyAbout}</p>
      <form className={styles['form']} onSubmit={onSubmit} noValidate>
        <label htmlFor={id}>{setUpTexts.passkeyName}</label>
        <Input
          ref={field}
          id={id}
          size="large"
          value={name}
          maxLength={MAX_PASSKEY_NAME}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => setName(event.target.value)}
        />
        <p id={`${id}-hint`} className={styles['hint']}>
          {setUpTexts.passkeyNameHint}
        </p>
        <p id={`${id}-problem`} className={styles['problem']} role="alert">
          {add.error && passkeyProblem(add.error)}
        </p>
        <Button type="primary" size="large" block htmlType="submit" loading={add.isPending}>
          {setUpTexts.createPasskey}
        </Button>
      </form>
    </>
  );
}
