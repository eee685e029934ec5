import type { OidcSignIn } from '@vault/contract';
import { Button } from 'antd';
import { useState } from 'react';
import styles from '../sign-in-page.module.css';
import { signInTrouble } from './problem.ts';
import { leaveForIssuer } from './sign-in.ts';

interface IssuerButtonProps {
  oidc: OidcSignIn;
  /** the place to come back to */
  from: string | undefined;
  /** nothing else on the page is a way to sign in */
  isOnly: boolean;
}

/** Leads to the issuer of the portal's own sign-in. */
export function IssuerButton({ oidc, from, isOnly }: IssuerButtonProps) {
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async () => {
    setLeaving(true);
    setProblem(null);
    try {
      // The page stays busy until the browser has gone.
      await leaveForIssuer(oidc, from);
    } catch (error) {
      setLeaving(false);
      setProblem(signInTrouble(error).text);
    }
  };
  return (
    <div className={styles['issuer']}>
      <Button
        type={isOnly ? 'primary' : 'default'}
        size="large"
        block
        autoFocus={isOnly}
        loading={isLeaving}
        onClick={() => void leave()}
      >
        <span className={styles['issuerName']}>Sign in with {oidc.name}</span>
      </Button>
      <p className={styles['problem']} role="alert">
        {problem}
      </p>
    </div>
  );
}
