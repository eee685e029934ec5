import { useState } from 'react';
import { createOneAtATime } from '../../kit/one-at-a-time.ts';
import { CallError } from '../visit/client.ts';
import type { Proof } from '../visit/link-visit.ts';
import { useLink } from '../visit/use-link.ts';

export type UnlockField = 'password' | 'email' | 'code';

/** What is wrong, and with which box; `form` when it is none of them. */
export interface Problem {
  field: UnlockField | 'form';
  text: string;
}

/** P11 and P12 are both 403: which box is meant tells the text alone (contract section 4). */
const WRONG_CODE = 'The code is incorrect or has expired.';
const MAILBOX = 'Please enter the correct mailbox';

/** Runs the calls of the form and tells what goes wrong at which of its boxes. */
export function useUnlocking() {
  const link = useLink();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [runOne] = useState(createOneAtATime);

  /** @returns whether it went well; not, too, while something else is under way */
  const run = async (work: () => Promise<void>, mayBe: UnlockField): Promise<boolean> =>
    (await runOne(() => tryIt(work, mayBe))) ?? false;

  async function tryIt(work: () => Promise<void>, mayBe: UnlockField): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      return true;
    } catch (error) {
      setProblem(problemOf(error, mayBe));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    problem,
    setProblem,
    isBusy,
    sendCode: (email: string) => run(() => link.sendCode(email), 'email'),
    unlock: (proof: Proof) => run(() => link.unlock(proof), 'password'),
  };
}

export function problemOf(error: unknown, mayBe: UnlockField): Problem {
  if (!(error instanceof CallError)) return { field: 'form', text: 'Request Failed' };
  const { code, message: text } = error;
  if (text === WRONG_CODE) return { field: 'code', text };
  if (text === MAILBOX) return { field: 'email', text };
  return { field: code === 403 ? mayBe : 'form', text };
}
