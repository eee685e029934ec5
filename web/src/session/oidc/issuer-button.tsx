import type { OidcSignIn } from '@vault/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { signInTexts } from '../texts.ts';
import styles from '../sign-in-page.module.css';

/** How a sign-in at the issuer is started. */
export interface IssuerSignIn {
  /** Starts the sign-in. @returns the message when it could not start, otherwise null */
  start: (oidc: OidcSignIn) => Promise<string | null>;
  /** true: the sign-in uses another window; false: the browser leaves this page */
  opensWindow: boolean;
  /** the message of a failure after the start; null for none */
  problem: string | null;
}

interface IssuerButtonProps {
  oidc: OidcSignIn;
  signIn: IssuerSignIn;
  /** the page has no other way to sign in */
  isOnly: boolean;
}

/** Starts a sign-in at the portal's issuer. */
export function IssuerButton({ oidc, signIn, isOnly }: IssuerButtonProps) {
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The code for issuers is loaded only where there is one. A failed load is reported on a click.
  useEffect(() => void import('./leave.ts').catch(() => null), []);
  const press = async () => {
    setStarting(true);
    setProblem(null);
    const failure = await signIn.start(oidc);
    // The button stays busy until the browser has left the page.
    setStarting(failure === null && !signIn.opensWindow);
    setProblem(failure);
  };
  return (
    <div className={styles['issuer']}>
      <Button
        type={isOnly ? 'primary' : 'default'}
        size="large"
        block
        autoFocus={isOnly}
        loading={isStarting}
        onClick={() => void press()}
      >
        <span className={styles['issuerName']}>{signInTexts.signInWith(oidc.name)}</span>
      </Button>
      <p className={styles['problem']} role="alert">
        {problem ?? signIn.problem}
      </p>
    </div>
  );
}
