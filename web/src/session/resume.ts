import { contract } from '@vault/contract';
import { call, sessionGate } from '../api/index.ts';

/** The same person has signed in again (USE-03): waiting calls are sent, and their office windows go on. */
export function resumeSession(): void {
  continueOfficeWindows(sessionGate.open());
}

/**
 * C76: the office windows that a former token opened go on with the present one. The server moves nothing for another
 * person. A failure is silent: the window itself says that its session has ended.
 * @param formerToken null for none
 */
export function continueOfficeWindows(formerToken: string | null): void {
  if (formerToken === null) return;
  const input = { body: { formerToken } };
  call(contract.session.continueOfficeWindows, input, { whenEnded: 'fail' }).catch(() => null);
}
