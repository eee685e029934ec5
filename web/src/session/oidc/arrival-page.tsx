import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { LoadingPage } from '../../shared/index.ts';
import { arrivalTexts } from '../texts.ts';
import styles from '../sign-in-page.module.css';
import { type IssuerProblem, issuerProblem } from './problem.ts';
import { arriveFromIssuer } from './arrive.ts';

/** The callback page of the issuer: continues to the vault, or shows why the sign-in failed. */
export function ArrivalPage() {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const [isHandedOver, setHandedOver] = useState(false);
  const [problem, setProblem] = useState<IssuerProblem | null>(null);
  useEffect(() => {
    arriveFromIssuer(queryClient, location.href).then(
      // Replaces the history entry of this page, because the authorization code in its address has been used.
      (path) => (path === null ? setHandedOver(true) : navigate(path, { replace: true })),
      (error: unknown) => setProblem(issuerProblem(error)),
    );
  }, [queryClient, navigate]);
  if (isHandedOver) {
    return (
      <main className={styles['page']}>
        <div className={styles['card']}>
          <h1 className={styles['title']}>{arrivalTexts.signedIn}</h1>
          <p className={styles['subtitle']}>{arrivalTexts.closeWindow}</p>
        </div>
      </main>
    );
  }
  if (problem === null) return <LoadingPage label={arrivalTexts.signingIn} />;
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <img className={styles['logo']} src="/favicon.svg" alt="" width={40} height={40} />
        <h1 className={styles['title']}>{arrivalTexts.failed}</h1>
        <p className={styles['arrivalProblem']} role="alert">
          {problem.text}
        </p>
        {problem.code !== null && <p className={styles['code']}>{arrivalTexts.code(problem.code)}</p>}
        <Button
          type="primary"
          size="large"
          block
          autoFocus
          className={styles['again']}
          onClick={() => navigate('/login', { replace: true })}
        >
          {arrivalTexts.back}
        </Button>
      </div>
    </main>
  );
}
