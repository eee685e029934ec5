import { newPasswordProblem } from '@vault/contract';
import { type Caller, Errors } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Clock } from '../platform/clock.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { hashOfAccount, savePassword } from './password.queries.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

export interface ChangePasswordParts {
  database: Database;
  clock: Clock;
  throttle: Throttle;
}

/**
 * C67: gives the caller's account another password. This session goes on, every other one of the account ends.
 * @param address the network address from which the person comes
 * @throws 403 for somebody of the issuer, and for a wrong current password; 400 with what is wrong with the new one; P13
 * after too many wrong ones
 */
export async function changePassword(
  { database, clock, throttle }: ChangePasswordParts,
  {
    caller,
    currentPassword,
    newPassword,
    address,
  }: { caller: Caller; currentPassword: string; newPassword: string; address: string },
): Promise<void> {
  const seenHash = await hashOfAccount(database.kysely, caller.id);
  if (seenHash === null) throw Errors.passwordElsewhere();
  const problem = newPasswordProblem(newPassword, currentPassword);
  if (problem !== null) throw Errors.badNewPassword(problem);
  const attempt = { kind: 'password-change' as const, subject: caller.id, address };
  const isRight = await throttle.attempt(attempt, async () =>
    (await verifyPassword(currentPassword, seenHash)) ? true : null,
  );
  const newHash = isRight && (await hashPassword(newPassword));
  const isSaved =
    newHash !== null &&
    (await savePassword(database, {
      accountId: caller.id,
      seenHash,
      newHash,
      keptSession: hashBearer(caller.token),
      at: clock.now(),
    }));
  // Who was overtaken by another change has given a password that is no longer the current one.
  if (!isSaved) throw Errors.wrongCurrentPassword();
}
