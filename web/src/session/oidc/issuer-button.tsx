import type { OidcSignIn } from '@vault/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import styles from '../sign-in-page.module.css';

/** How people sign in at the issuer. */
export interface IssuerSignIn {
  /** Starts it. @returns the text that says why it did not start; null when it did */
  start: (oidc: OidcSignIn) => Promise<string | null>;
  /** in another window; otherwise the browser leaves this page */
  opensWindow: boolean;
  /** what went wrong after the start; null for nothing */
  problem: string | null;
}

interface IssuerButtonProps {
  oidc: OidcSignIn;
  signIn: IssuerSignIn;
  /** nothing else on the page is a way to sign in */
  isOnly: boolean;
}

/** Leads to the issuer of the portal's own sign-in. */
export function IssuerButton({ oidc, signIn, isOnly }: IssuerButtonProps) {
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The code that speaks with an issuer is loaded only where there is one. A failure shows at the press.
  useEffect(() => void import('./leave.ts').catch(() => null), []);
  const press = async () => {
    setStarting(true);
    setProblem(null);
    const failure = await signIn.start(oidc);
    // Until the browser has left the page the button stays busy.
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
        <span className={styles['issuerName']}>Sign in with {oidc.name}</span>
      </Button>
      <p className={styles['problem']} role="alert">
        {problem ?? signIn.problem}
      </p>
    </div>
  );
}
