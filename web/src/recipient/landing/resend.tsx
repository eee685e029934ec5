import { useEffect, useState } from 'react';
import { Button } from '../parts/button.tsx';

/** Mail takes a moment, and the server lets nobody ask more than five times (contract 9.16). */
const PAUSE_SECONDS = 30;

/** Sends the code once more, after a pause. */
export function Resend({ onSend }: { onSend: () => Promise<boolean> }) {
  const [left, setLeft] = useState(PAUSE_SECONDS);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = async () => {
    if (await onSend()) setLeft(PAUSE_SECONDS);
  };
  return (
    <Button look="quiet" disabled={left > 0} onClick={() => void send()}>
      {left > 0 ? `Send a new code (${left} s)` : 'Send a new code'}
    </Button>
  );
}
