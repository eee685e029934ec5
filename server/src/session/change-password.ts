import { newPasswordProblem } from '@vault/contract';
import { type Caller, Errors } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Clock } from '../platform/clock.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { newPasswordProblems } from './new-password.ts';
import { hashOfAccount, savePassword } from './password.queries.ts';
import { checkInTurn, hashPassword, verifyPassword } from './passwords.ts';

export interface ChangePasswordDeps {
  database: Database;
  clock: Clock;
  throttle: Throttle;
}

/**
 * C67: changes the password of the caller's account. This session continues, all others of the account end.
 * @param address network address of the client
 * @throws 403 for a person of the issuer and for a wrong current password; 400 for an invalid new one; P13 after too
 * many wrong ones
 */
export async function changePassword(
  { database, clock, throttle }: ChangePasswordDeps,
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
  const by = { account: caller.id, address };
  const isRight = await throttle.attempt(
    { kind: 'password-change', ...by },
    async () => ((await verifyPassword(currentPassword, seenHash)) ? true : null),
    (run) => checkInTurn(by, run),
  );
  if (isRight === null) throw Errors.wrongCurrentPassword();
  // After the check of the current password, because it reads a long list.
  const [weakness] = await newPasswordProblems([newPassword]);
  if (weakness) throw Errors.badNewPassword(weakness);
  const newHash = await hashPassword(newPassword);
  const isSaved = await database.transaction((tx) =>
    savePassword(tx, {
      accountId: caller.id,
      seenHash,
      newHash,
      keptSession: hashBearer(caller.token),
      at: clock.now(),
    }),
  );
  // A concurrent change has replaced the password that was checked.
  if (!isSaved) throw Errors.wrongCurrentPassword();
}
