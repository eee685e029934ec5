import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { unlockTexts } from '../texts.ts';
import { labelWithWait, useSecondsUntil } from './use-seconds-until.ts';

/**
 * The pause before another code can be requested, in milliseconds. The mail needs some time, and the server allows five
 * requests an hour (GUARD-21).
 */
const PAUSE_MS = 30_000;

interface ResendProps {
  /** epoch milliseconds from which the server allows a request; null when it allows one now */
  blockedUntil: number | null;
  /** sends a code; resolves with whether the code was sent */
  onSend: () => Promise<boolean>;
}

/** The button that sends another code. It is disabled during the pause (USE-06: no button that cannot work). */
export function Resend({ blockedUntil, onSend }: ResendProps) {
  const [pausedUntil, setPausedUntil] = useState(() => Date.now() + PAUSE_MS);
  const left = useSecondsUntil(Math.max(pausedUntil, blockedUntil ?? 0));
  const send = async () => {
    if (await onSend()) setPausedUntil(Date.now() + PAUSE_MS);
  };
  return (
    <Button look="quiet" disabled={left > 0} onClick={() => void send()}>
      {labelWithWait(unlockTexts.sendAgain, left)}
    </Button>
  );
}
