import { contract } from '@vault/contract';
import { call, sessionGate } from '../api/index.ts';

/** Sends the waiting calls and continues the office windows after the same person has signed in again (USE-03). */
export function resumeSession(): void {
  continueOfficeWindows(sessionGate.open());
}

/**
 * C76: continues the office windows of a former token with the current one. The server ignores the token of another
 * person. A failure is silent, because the window itself shows that its session has ended.
 * @param formerToken null when there was none
 */
export function continueOfficeWindows(formerToken: string | null): void {
  if (formerToken === null) return;
  const input = { body: { formerToken } };
  call(contract.session.continueOfficeWindows, input, { whenEnded: 'fail' }).catch(() => null);
}
