import { CODE_TRIES, type ErrorCode } from '@vault/contract';
import { useState } from 'react';
import { createOneAtATime } from '../../kit/one-at-a-time.ts';
import { CallError } from '../visit/client.ts';
import type { Proof } from '../visit/link-visit.ts';
import { useLink } from '../visit/use-link.ts';
import { callTexts, unlockTexts } from '../texts.ts';

export type UnlockField = 'password' | 'email' | 'code';

/** An error and the field that it belongs to; `form` when it belongs to no field. */
export interface Problem {
  field: UnlockField | 'form';
  text: string;
}

/**
 * For each call the time before which the server refuses it (P13), in epoch milliseconds; null when it is not refused.
 */
interface BlockedUntil {
  sendCode: number | null;
  unlock: number | null;
}

const UNBLOCKED: BlockedUntil = { sendCode: null, unlock: null };

/** Runs the calls of the form and assigns errors to its fields. */
export function useUnlocking() {
  const link = useLink();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [blockedUntil, setBlockedUntil] = useState(UNBLOCKED);
  const [wrongCodes, setWrongCodes] = useState(0);
  const [runOne] = useState(createOneAtATime);

  /** Runs a call of the form. @returns whether it succeeded; false also when another call is running */
  const run = async (name: keyof BlockedUntil, work: () => Promise<void>): Promise<boolean> =>
    (await runOne(() => tryCall(name, work))) ?? false;

  async function tryCall(name: keyof BlockedUntil, work: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      report(name, error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  function report(name: keyof BlockedUntil, error: unknown): void {
    const found = problemOf(error);
    const retryAt = error instanceof CallError ? error.retryAt : null;
    if (retryAt !== null) setBlockedUntil((former) => ({ ...former, [name]: retryAt }));
    const wrong = wrongCodes + (found.field === 'code' ? 1 : 0);
    setWrongCodes(wrong);
    setProblem(
      found.field === 'code' && wrong >= CODE_TRIES ? { field: 'form', text: unlockTexts.codeEnded } : found,
    );
  }

  return {
    problem,
    setProblem,
    isBusy,
    blockedUntil,
    /** true after five wrong codes (C43), when a new code is needed */
    isCodeEnded: wrongCodes >= CODE_TRIES,
    /** Resets the waiting times after another e-mail address is typed, because they belong to one address. */
    unblock: () => setBlockedUntil(UNBLOCKED),
    sendCode: (email: string) =>
      run('sendCode', async () => {
        await link.sendCode(email);
        setWrongCodes(0);
      }),
    unlock: (proof: Proof) => run('unlock', () => link.unlock(proof)),
  };
}

export function problemOf(error: unknown): Problem {
  if (!(error instanceof CallError)) return { field: 'form', text: callTexts.requestFailed };
  return { field: fieldOf(error.errorCode), text: error.message };
}

function fieldOf(errorCode: ErrorCode | null): Problem['field'] {
  switch (errorCode) {
    case 'LINK_PASSWORD_WRONG':
      return 'password';
    case 'LINK_CODE_WRONG':
      return 'code';
    case 'EMAIL_INVALID':
      return 'email';
    default:
      return 'form';
  }
}
