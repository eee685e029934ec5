import { contract, MAX_TEXT, Messages } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Button, type InputRef } from 'antd';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { call, failureText, useSingleMutation } from '../api/index.ts';
import { Input, Modal, useFirstFocus } from '../kit/index.ts';
import { AppSetUp, PasskeySetUp, RecoveryCodes } from '../second-factor/index.ts';
import { useToast } from '../shared/index.ts';
import { secondFactorQuery } from './queries.ts';
import { factorTexts } from './texts.ts';
import styles from './account.module.css';

/** A change of the second factors. */
export type FactorChange =
  | { kind: 'app' | 'passkey' | 'codes' }
  /** `passkeyId`: null for the authenticator app */
  | { kind: 'remove'; passkeyId: string | null; name: string };

interface ChangeFactorModalProps {
  change: FactorChange;
  open: boolean;
  onClose: () => void;
}

const WIDTH = 440;

/** The dialog of one change: first the password (C100), then the change, then recovery codes if there are new ones. */
export function ChangeFactorModal({ change, open, onClose }: ChangeFactorModalProps) {
  return (
    <Modal
      title={factorTexts.titleOf(change)}
      open={open}
      width={WIDTH}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <ChangeSteps change={change} onClose={onClose} />
    </Modal>
  );
}

function ChangeSteps({ change, onClose }: Omit<ChangeFactorModalProps, 'open'>) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [challenge, setChallenge] = useState<string | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = (newCodes: readonly string[] | null) => {
    void queryClient.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    if (newCodes !== null) return setCodes(newCodes);
    toast.success(Messages.updated);
    return onClose();
  };
  const begin = useSingleMutation({
    mutationFn: async (currentPassword: string) => {
      const begun = await call(contract.secondFactor.beginChange, { body: { currentPassword } });
      const body = { challenge: begun.challenge };
      if (change.kind === 'remove') {
        const { passkeyId } = change;
        await call(contract.secondFactor.remove, { body: { ...body, passkeyId } });
        finish(null);
      } else if (change.kind === 'codes') {
        finish((await call(contract.secondFactor.newRecoveryCodes, { body })).recoveryCodes);
      } else setChallenge(begun.challenge);
    },
  });
  if (codes !== null) {
    return (
      <>
        {change.kind !== 'codes' && <h3 className={styles['codesTitle']}>{factorTexts.recoveryCodes}</h3>}
        <RecoveryCodes codes={codes} onStored={onClose} />
      </>
    );
  }
  if (challenge === null) {
    return (
      <PasswordStep
        about={factorTexts.aboutOf(change)}
        isDanger={change.kind === 'remove'}
        submit={change.kind === 'remove' ? factorTexts.remove : factorTexts.proceed}
        isBusy={begin.isPending}
        problem={begin.error && failureText(begin.error)}
        onSubmit={begin.mutate}
      />
    );
  }
  const SetUp = change.kind === 'app' ? AppSetUp : PasskeySetUp;
  return <SetUp challenge={challenge} onAdded={({ recoveryCodes }) => finish(recoveryCodes)} />;
}

interface PasswordStepProps {
  about: string;
  submit: string;
  isDanger: boolean;
  isBusy: boolean;
  problem: string | null;
  onSubmit: (password: string) => void;
}

function PasswordStep({ about, submit, isDanger, isBusy, problem, onSubmit }: PasswordStepProps) {
  const id = useId();
  const field = useRef<InputRef>(null);
  const [password, setPassword] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  useFirstFocus(field, (input) => input.focus());
  const text = isMissing ? factorTexts.passwordRequired : problem;
  const onFormSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsMissing(password === '');
    if (password === '') field.current?.focus();
    else onSubmit(password);
  };
  return (
    <form className={styles['passwordForm']} onSubmit={onFormSubmit} noValidate>
      <p>{about}</p>
      <label htmlFor={id}>{factorTexts.password}</label>
      <Input
        ref={field}
        id={id}
        type="password"
        value={password}
        autoComplete="current-password"
        maxLength={MAX_TEXT}
        aria-invalid={text !== null}
        aria-describedby={`${id}-problem`}
        onChange={(event) => setPassword(event.target.value)}
      />
      <p id={`${id}-problem`} className={styles['formProblem']} role="alert">
        {text}
      </p>
      <Button type="primary" danger={isDanger} htmlType="submit" loading={isBusy}>
        {submit}
      </Button>
    </form>
  );
}
