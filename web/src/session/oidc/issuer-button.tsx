import { Messages, type OidcSignIn } from '@vault/contract';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import styles from '../sign-in-page.module.css';

interface IssuerButtonProps {
  oidc: OidcSignIn;
  /** the place to come back to */
  from: string | undefined;
  /** nothing else on the page is a way to sign in */
  isOnly: boolean;
}

/** What knows how to speak with an issuer is loaded only where there is one. */
const loadLeaving = () => import('./leave.ts');

/** Leads to the issuer of the portal's own sign-in. */
export function IssuerButton({ oidc, from, isOnly }: IssuerButtonProps) {
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Whoever sees the button will most likely press it; without the network the press says so.
  useEffect(() => void loadLeaving().catch(() => null), []);
  const leave = async () => {
    setLeaving(true);
    setProblem(null);
    const failure = await loadLeaving().then(
      ({ leaveForIssuer }) => leaveForIssuer(oidc, from),
      () => Messages.requestFailed,
    );
    // The page stays busy until the browser has gone.
    setLeaving(failure === null);
    setProblem(failure);
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
