import type { ErrorCode } from '@vault/contract';
import { useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import { commonTexts } from '../../kit/texts.ts';
import { loadErrorTexts } from '../texts.ts';
import styles from './landing.module.css';

interface LoadErrorProps {
  /** code of the failed call; 0 when the server was not reached */
  code: number;
  errorCode: ErrorCode | null;
  message: string;
  onRetry?: () => void;
}

/** Says why the link cannot be shown, and what to do. It shows no other data of the link (RECIP-02). */
export function LoadError({ code, errorCode, message, onRetry }: LoadErrorProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isForGood =
    errorCode === 'LINK_EXPIRED' || errorCode === 'LINK_UNAVAILABLE' || errorCode === 'NOT_FOUND';
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (code !== 0 || onRetry === undefined) return undefined;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [code, onRetry]);
  return (
    <section className={styles['loadError']}>
      <span className={styles['loadErrorIcon']}>
        <Icon of={isForGood ? 'lock' : 'retry'} size={40} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {message}
      </h1>
      <p>{adviceFor(code, errorCode)}</p>
      {!isForGood && onRetry !== undefined && (
        <Button look="main" onClick={onRetry}>
          {commonTexts.tryAgain}
        </Button>
      )}
    </section>
  );
}

function adviceFor(code: number, errorCode: ErrorCode | null): string {
  switch (errorCode) {
    case 'NOT_FOUND':
      return loadErrorTexts.advice.notFound;
    case 'LINK_EXPIRED':
      return loadErrorTexts.advice.expired;
    case 'LINK_UNAVAILABLE':
      return loadErrorTexts.advice.unavailable;
    case 'RATE_LIMITED':
      return loadErrorTexts.advice.rateLimited;
    default:
      return code === 0 ? loadErrorTexts.advice.noConnection : loadErrorTexts.advice.other;
  }
}
