import type { OidcSignIn } from '@vault/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { signInTexts } from '../texts.ts';
import styles from '../sign-in-page.module.css';

/** A way to start a sign-in at the issuer: in this page, or in another window. */
export interface IssuerSignIn {
  /** Starts the sign-in. @returns the message when it could not start, otherwise null */
  start: (oidc: OidcSignIn) => Promise<string | null>;
  /** true when the sign-in uses another window; false when the browser leaves this page */
  opensWindow: boolean;
  /** the message of a failure after the start; null when there is none */
  problem: string | null;
}

interface IssuerButtonProps {
  oidc: OidcSignIn;
  signIn: IssuerSignIn;
  /** true when the page has no other way to sign in */
  isOnly: boolean;
}

/** The button that starts a sign-in at the portal's issuer. */
export function IssuerButton({ oidc, signIn, isOnly }: IssuerButtonProps) {
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The code for issuers is loaded only when there is an issuer. A failed load is reported on a click.
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
