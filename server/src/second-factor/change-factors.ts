import type { SecondFactorState } from '@vault/contract';
import type { Transaction } from 'kysely';
import { recordAudit, recordAuditAlone } from '../audit/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { looksLikeJwt } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { hashOfAccount, isCurrentPassword } from '../session/index.ts';
import { replaceRecoveryCodes } from './add-factor.ts';
import { type Challenge, makeChallenge, mustFindChallenge, mustLockChallenge } from './challenge.ts';
import { deleteChallenge } from './challenge.queries.ts';
import type { SecondFactorDeps } from './deps.ts';
import {
  appOf,
  countFactors,
  deleteApp,
  deleteFactors,
  deletePasskey,
  passkeysOf,
  saveRecoveryCodes,
} from './factors.queries.ts';
import { relyingPartyOf } from './passkeys.ts';

/** C99: the second factors of the caller. */
export async function stateOfFactors(deps: SecondFactorDeps, { id }: Caller): Promise<SecondFactorState> {
  const { kysely } = deps.database;
  const app = await appOf(kysely, id);
  const passkeys = await passkeysOf(kysely, id);
  return {
    isManagedElsewhere: (await hashOfAccount(kysely, id)) === null,
    isRequired: deps.settings.requireSecondFactor,
    canAddPasskey: relyingPartyOf(deps.vaultOrigin()) !== null,
    app: app && { addedAt: app.addedAt.toISOString() },
    passkeys: passkeys.map(({ id: passkeyId, name, addedAt, lastUsedAt }) => ({
      passkeyId,
      name,
      addedAt: addedAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: (await countFactors(kysely, id)).recoveryCodes,
  };
}

/**
 * C100: begins a change with the password, which a person at an unattended screen does not know.
 * @throws 403 for a wrong password and for a person of the issuer, P13 after too many
 */
export async function beginChange(
  deps: SecondFactorDeps,
  { caller, currentPassword, address }: { caller: Caller; currentPassword: string; address: string },
): Promise<{ challenge: string; expiresAt: string }> {
  const hash = await hashOfAccount(deps.database.kysely, caller.id);
  if (hash === null) throw Errors.passwordElsewhere();
  const given = { accountId: caller.id, address, password: currentPassword, hash };
  if (!(await isCurrentPassword(deps.throttle, given))) {
    await recordAuditAlone(deps.database, {
      action: 'second-factor.check',
      outcome: 'refused',
      object: { kind: 'account', id: caller.id },
      details: { errorCode: 'CURRENT_PASSWORD_WRONG' },
    });
    throw Errors.wrongCurrentPassword();
  }
  const { challenge, expiresAt } = await makeChallenge(deps, {
    purpose: 'change',
    account: { id: caller.id, passwordHash: hash },
    sessionHash: looksLikeJwt(caller.token) ? null : hashBearer(caller.token),
  });
  return { challenge, expiresAt: expiresAt.toISOString() };
}

/**
 * C108: removes a second factor; with the last one the recovery codes too.
 * @throws 401, 404, 409 for the last one while the vault requires one
 */
export function removeFactor(
  deps: SecondFactorDeps,
  { caller, challenge, passkeyId }: { caller: Caller; challenge: string; passkeyId: string | null },
): Promise<void> {
  return change(deps, { caller, token: challenge }, async (tx, { accountId }) => {
    const isRemoved =
      passkeyId === null ? await deleteApp(tx, accountId) : await deletePasskey(tx, accountId, passkeyId);
    if (!isRemoved) throw Errors.notFound();
    const { apps, passkeys } = await countFactors(tx, accountId);
    if (apps + passkeys === 0) {
      if (deps.settings.requireSecondFactor) throw Errors.secondFactorRequired();
      await saveRecoveryCodes(tx, accountId, []);
    }
    await recordAudit(tx, {
      action: 'second-factor.remove',
      object: { kind: 'account', id: accountId },
      details: { factor: passkeyId === null ? 'app' : 'passkey' },
    });
  });
}

/** C109: replaces the recovery codes. @throws 401, 404 for an account without a second factor */
export function changeRecoveryCodes(
  deps: SecondFactorDeps,
  { caller, challenge }: { caller: Caller; challenge: string },
): Promise<string[]> {
  return change(deps, { caller, token: challenge }, async (tx, { accountId }) => {
    const { apps, passkeys } = await countFactors(tx, accountId);
    if (apps + passkeys === 0) throw Errors.notFound();
    return replaceRecoveryCodes(tx, accountId);
  });
}

/** Runs a change of the caller with the challenge of C100, which works once. @throws 401 */
async function change<T>(
  deps: SecondFactorDeps,
  { caller, token }: { caller: Caller; token: string },
  run: (tx: Transaction<DB>, challenge: Challenge) => Promise<T>,
): Promise<T> {
  const found = await mustFindChallenge(deps, token, ['change']);
  if (found.accountId !== caller.id) throw Errors.secondFactorExpired();
  return deps.database.transaction(async (tx) => {
    const challenge = await mustLockChallenge(tx, deps, found);
    const result = await run(tx, challenge);
    await deleteChallenge(tx, challenge.tokenHash);
    return result;
  });
}

/**
 * C102: removes the second factors of another person. One's own ones need the password (C100): a session that was left
 * open or stolen must not remove them.
 * @throws E11 for the caller's own account, E4 for an unknown account
 */
export async function resetOfOther(
  deps: { database: Database },
  caller: Pick<Caller, 'id'>,
  accountId: string,
): Promise<void> {
  if (caller.id === accountId) throw Errors.noAccess();
  if (!(await resetSecondFactor(deps, accountId))) throw Errors.notFound();
}

/**
 * Removes all second factors of an account, for a person who has lost them. Its sessions continue.
 * @returns false for an unknown account
 */
export function resetSecondFactor({ database }: { database: Database }, accountId: string): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await deleteFactors(tx, accountId))) return false;
    await recordAudit(tx, { action: 'second-factor.reset', object: { kind: 'account', id: accountId } });
    return true;
  });
}
