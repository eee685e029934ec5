import type { Login, SecondFactorAdded, SecondStep } from '@vault/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { AppSetUp } from './app-set-up.tsx';
import { CheckStep } from './check-step.tsx';
import { hasPasskeys } from './passkey.ts';
import { PasskeySetUp } from './passkey-set-up.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { checkTexts, recoveryTexts, setUpTexts } from './texts.ts';
import styles from './second-factor.module.css';

interface SecondStepFormProps {
  step: SecondStep;
  onLogin: (login: Login) => void;
  /** leaves the second step for the password */
  onBack: () => void;
}

/** GUARD-33: the second step of a sign-in: a code or a passkey, or the set-up of the first one. */
export function SecondStepForm(props: SecondStepFormProps) {
  return (
    <>
      {props.step.setUp ? <SetUpStep {...props} /> : <CheckStep {...props} />}
      <div className={styles['actions']}>
        <Button type="link" onClick={props.onBack}>
          {checkTexts.back}
        </Button>
      </div>
    </>
  );
}

function SetUpStep({ step: { challenge, canAddPasskey }, onLogin }: SecondStepFormProps) {
  const [way, setWay] = useState<'app' | 'passkey' | null>(null);
  const [added, setAdded] = useState<SecondFactorAdded | null>(null);
  const finish = (done: SecondFactorAdded) => {
    if (done.recoveryCodes === null && done.login !== null) onLogin(done.login);
    else setAdded(done);
  };
  if (added !== null) {
    const { recoveryCodes, login } = added;
    return (
      <>
        <h1 className={styles['title']}>{recoveryTexts.title}</h1>
        <RecoveryCodes codes={recoveryCodes ?? []} onStored={() => login !== null && onLogin(login)} />
      </>
    );
  }
  return (
    <>
      <h1 className={styles['title']}>{setUpTexts.title}</h1>
      <p className={styles['subtitle']}>{setUpTexts.subtitle}</p>
      {way === null && (
        <div className={styles['ways']}>
          <Button size="large" block onClick={() => setWay('app')}>
            {setUpTexts.withApp}
          </Button>
          {canAddPasskey && hasPasskeys() && (
            <Button size="large" block onClick={() => setWay('passkey')}>
              {setUpTexts.withPasskey}
            </Button>
          )}
        </div>
      )}
      {way === 'app' && <AppSetUp challenge={challenge} onAdded={finish} />}
      {way === 'passkey' && <PasskeySetUp challenge={challenge} onAdded={finish} />}
      {way !== null && (
        <div className={styles['actions']}>
          <Button type="link" onClick={() => setWay(null)}>
            {setUpTexts.otherWay}
          </Button>
        </div>
      )}
    </>
  );
}
