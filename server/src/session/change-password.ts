import { newPasswordProblem } from '@vault/contract';
import { recordAudit, recordAuditAlone } from '../audit/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { Clock } from '../platform/clock.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { type FirmNames, newPasswordProblems } from './new-password.ts';
import { hashOfAccount } from './password.queries.ts';
import { checkInTurn, hashPassword, verifyPassword } from './passwords.ts';
import { replacePassword } from './replace-password.ts';

export interface ChangePasswordDeps {
  database: Database;
  clock: Clock;
  throttle: Throttle;
  settings: FirmNames;
}

/**
 * C67: changes the password of the caller's account. This session continues, all others of the account end.
 * @param address network address of the client
 * @throws 403 for a person of the issuer and for a wrong current password; 400 for an invalid new one; P13 after too
 * many wrong ones
 */
export async function changePassword(
  { database, clock, throttle, settings }: ChangePasswordDeps,
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
  const isRight = await isCurrentPassword(throttle, {
    accountId: caller.id,
    address,
    password: currentPassword,
    hash: seenHash,
  });
  if (!isRight) return refuse(database, caller);
  // After the check of the current password, because it reads a long list.
  const personNames = [caller.name, caller.email];
  const [weakness] = await newPasswordProblems(settings, [{ password: newPassword, personNames }]);
  if (weakness) throw Errors.badNewPassword(weakness);
  const newHash = await hashPassword(newPassword);
  const keptSession = hashBearer(caller.token);
  const isSaved = await database.transaction(async (tx) => {
    const change = { accountId: caller.id, seenHash, newHash, keptSession, at: clock.now() };
    if (!(await replacePassword(tx, change))) return false;
    await recordAudit(tx, { action: 'session.password-change', object: { kind: 'account', id: caller.id } });
    return true;
  });
  // A concurrent change has replaced the password that was checked.
  if (!isSaved) return refuse(database, caller);
}

/**
 * Checks the password of a signed-in person, who changes the password or the second factors.
 * @throws P13 after too many wrong ones
 */
export async function isCurrentPassword(
  throttle: Throttle,
  {
    accountId: account,
    address,
    password,
    hash,
  }: { accountId: string; address: string; password: string; hash: string },
): Promise<boolean> {
  const isRight = await throttle.attempt(
    { kind: 'password-change', account, address },
    async () => ((await verifyPassword(password, hash)) ? true : null),
    (run) => checkInTurn({ account, address }, run),
  );
  return isRight !== null;
}

/**
 * Records a wrong current password (AUDIT-01).
 * @throws 403
 */
async function refuse(database: Database, { id }: Caller): Promise<never> {
  await recordAuditAlone(database, {
    action: 'session.password-change',
    outcome: 'refused',
    object: { kind: 'account', id },
    details: { errorCode: 'CURRENT_PASSWORD_WRONG' },
  });
  throw Errors.wrongCurrentPassword();
}
