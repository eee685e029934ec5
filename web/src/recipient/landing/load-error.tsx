import type { ErrorCode } from '@vault/contract';
import { useEffect, useRef } from 'react';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icons.tsx';
import styles from './landing.module.css';

interface LoadErrorProps {
  /** code of the failed call; 0 when the server was not reached */
  code: number;
  errorCode: ErrorCode | null;
  message: string;
  onRetry?: () => void;
}

/** Why the page cannot be shown, and advice: no other data of the link is shown (RECIP-02). */
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
    <section className={styles['trouble']}>
      <span className={styles['troubleIcon']}>
        <Icon of={isForGood ? 'lock' : 'retry'} size={40} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {message}
      </h1>
      <p>{adviceFor(code, errorCode)}</p>
      {!isForGood && onRetry !== undefined && (
        <Button look="main" onClick={onRetry}>
          Try again
        </Button>
      )}
    </section>
  );
}

function adviceFor(code: number, errorCode: ErrorCode | null): string {
  switch (errorCode) {
    case 'NOT_FOUND':
      return 'If you still need it, ask the person who sent it to you.';
    case 'LINK_EXPIRED':
      return 'Ask the person who sent it to you for a new link.';
    case 'LINK_UNAVAILABLE':
      return 'Please check that the address is complete, or ask the person who sent it to you for a new link.';
    case 'RATE_LIMITED':
      return 'Nothing is lost: the link stays as it is.';
    default:
      return code === 0
        ? 'Please check your connection. The page goes on by itself as soon as it is back.'
        : 'Something went wrong on our side. Please try again in a moment.';
  }
}
