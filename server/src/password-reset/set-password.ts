import type { OneTimeAddressInfo } from '@vault/contract';
import { recordAudit } from '../audit/index.ts';
import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import { type Brand, passwordSetMail, type QueueDeps, queueMails } from '../mail/index.ts';
import { findOneTimeAddress, type OneTimeUse, takeOneTimeAddress } from '../one-time-address/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, type DB, isUniqueViolation } from '../platform/database/index.ts';
import {
  type FirmNames,
  hashPassword,
  lockOpenAccount,
  newPasswordProblems,
  openAccount,
  type OpenAccount,
  replacePassword,
} from '../session/index.ts';

export interface SetPasswordDeps extends QueueDeps {
  settings: FirmNames & { brand: Brand };
  database: Database;
  clock: Clock;
}

/**
 * C111: what an address is for.
 * @throws 410 for an address that does not work, and for one of an account whose holder may not set a password
 */
export async function readAddress(deps: SetPasswordDeps, token: string): Promise<OneTimeAddressInfo> {
  const use = await workingUse(deps, token);
  const { purpose, accountId } = use;
  if (accountId === null) return { purpose, account: null };
  const account = await openAccount(deps.database.kysely, accountId);
  if (account === null || !maySet(use, account)) throw Errors.oneTimeAddressEnded();
  return { purpose, account: { name: account.name, email: account.email } };
}

/**
 * C112: sets the password with the address of a mail or an invitation (GUARD-34, DESK-02). All sessions of the account
 * end. A second factor is neither needed here nor changed: the next sign-in needs it.
 * @throws 410 as C111 does; 400 for a password that GUARD-20 does not allow, after which the address still works
 */
export async function setPassword(
  deps: SetPasswordDeps,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const use = await workingUse(deps, token);
  const { accountId } = use;
  if (accountId === null) throw Errors.oneTimeAddressEnded();
  const person = await openAccount(deps.database.kysely, accountId);
  // After the check of the token, because it reads a long list.
  const [problem] = await newPasswordProblems(deps.settings, [
    { password: newPassword, personNames: person === null ? [] : [person.name, person.email] },
  ]);
  if (problem) throw Errors.badNewPassword(problem);
  const newHash = await hashPassword(newPassword);
  const at = deps.clock.now();
  try {
    await deps.database.transaction(async (tx) => {
      const account = await lockOpenAccount(tx, accountId);
      if (
        account === null ||
        !maySet(use, account) ||
        !(await takeOneTimeAddress(tx, token, { ...use, at }))
      ) {
        throw Errors.oneTimeAddressEnded();
      }
      await replacePassword(tx, { accountId, seenHash: null, newHash, keptSession: null, at });
      await record(tx, use, account);
      if (use.purpose === 'password-reset') {
        await queueMails(deps, tx, { mails: [noticeOf(deps, account, at)], at });
      }
    });
  } catch (error) {
    // Another account with a password has got the e-mail address of the invitation.
    if (isUniqueViolation(error, 'account_email')) throw Errors.oneTimeAddressEnded();
    throw error;
  }
}

async function workingUse(deps: SetPasswordDeps, token: string): Promise<OneTimeUse> {
  const use = await findOneTimeAddress(deps, token);
  if (use === null) throw Errors.oneTimeAddressEnded();
  return use;
}

/** A person of an issuer without a password here gets one only by an invitation. */
const maySet = ({ purpose }: OneTimeUse, { hasPassword }: OpenAccount) =>
  purpose === 'invitation' || hasPassword;

/** The address proves who the caller is (AUDIT-01). */
async function record(
  tx: Transaction<DB>,
  { purpose }: OneTimeUse,
  { id, name, email }: OpenAccount,
): Promise<void> {
  identifyActor({ kind: 'person', id, name, email });
  await recordAudit(tx, {
    action: 'session.password-reset',
    object: { kind: 'account', id },
    details: { purpose },
  });
}

const NOTICE_MS = 24 * 60 * 60_000;

const noticeOf = ({ settings: { brand } }: SetPasswordDeps, { name, email }: OpenAccount, at: Date) => ({
  ...passwordSetMail({ brand, name, at }),
  recordId: null,
  linkId: null,
  senderName: brand.name,
  recipients: [email],
  expiresAt: new Date(at.getTime() + NOTICE_MS),
});
