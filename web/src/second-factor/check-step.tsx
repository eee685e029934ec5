import { contract, type Login, type PasskeyOptions, type SecondStep } from '@vault/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { call, failureText, useSingleMutation } from '../api/index.ts';
import { CodeForm } from './code-form.tsx';
import { passkeyProblem, signWithPasskey } from './passkey.ts';
import { checkTexts, secondFactorTexts } from './texts.ts';
import styles from './second-factor.module.css';

interface CheckStepProps {
  step: SecondStep;
  onLogin: (login: Login) => void;
}

/** The check of an existing second factor: a code of the app or a recovery code (C101), or a passkey (C103). */
export function CheckStep({ step: { challenge, code, recovery, passkey }, onLogin }: CheckStepProps) {
  const [isRecovery, setIsRecovery] = useState(false);
  const isCode = code || isRecovery;
  const check = useSingleMutation({
    mutationFn: (typed: string) =>
      call(contract.secondFactor.checkCode, { body: { challenge, code: typed } }).then(onLogin),
  });
  const change = (toRecovery: boolean) => {
    check.reset();
    setIsRecovery(toRecovery);
  };
  return (
    <>
      <h1 className={styles['title']}>{checkTexts.title}</h1>
      <p className={styles['subtitle']}>{subtitleOf({ isCode, isRecovery })}</p>
      {isCode && (
        <CodeForm
          key={String(isRecovery)}
          label={isRecovery ? secondFactorTexts.recoveryCode : secondFactorTexts.code}
          submit={checkTexts.signIn}
          isOfApp={!isRecovery}
          isBusy={check.isPending}
          problem={check.error && failureText(check.error)}
          onSubmit={check.mutate}
        />
      )}
      {passkey !== null && (
        <PasskeyButton challenge={challenge} request={passkey} isPrimary={!isCode} onLogin={onLogin} />
      )}
      <div className={styles['actions']}>
        {recovery && !isRecovery && (
          <Button type="link" onClick={() => change(true)}>
            {checkTexts.withRecovery}
          </Button>
        )}
        {code && isRecovery && (
          <Button type="link" onClick={() => change(false)}>
            {checkTexts.withApp}
          </Button>
        )}
      </div>
    </>
  );
}

function subtitleOf({ isCode, isRecovery }: { isCode: boolean; isRecovery: boolean }): string {
  if (isRecovery) return checkTexts.recoverySubtitle;
  return isCode ? checkTexts.appSubtitle : checkTexts.passkeySubtitle;
}

interface PasskeyButtonProps {
  challenge: string;
  request: PasskeyOptions;
  isPrimary: boolean;
  onLogin: (login: Login) => void;
}

function PasskeyButton({ challenge, request, isPrimary, onLogin }: PasskeyButtonProps) {
  const check = useSingleMutation({
    mutationFn: async () => {
      const response = await signWithPasskey(request);
      onLogin(await call(contract.secondFactor.checkPasskey, { body: { challenge, response } }));
    },
  });
  return (
    <div className={styles['passkey']}>
      <Button
        size="large"
        block
        type={isPrimary ? 'primary' : 'default'}
        loading={check.isPending}
        onClick={() => check.mutate()}
      >
        {checkTexts.withPasskey}
      </Button>
      <p className={styles['problem']} role="alert">
        {check.error && passkeyProblem(check.error)}
      </p>
    </div>
  );
}
