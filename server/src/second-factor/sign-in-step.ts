import type { Login, PasskeyAssertion, SecondStep } from '@vault/contract';
import type { Transaction } from 'kysely';
import { recordAudit, recordAuditAlone } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type Client, openSession, type SecondFactorGate, type VerifiedAccount } from '../session/index.ts';
import { stepOfCode } from './app-codes.ts';
import {
  accountOf,
  type Challenge,
  makeChallenge,
  mustFindChallenge,
  mustLockChallenge,
} from './challenge.ts';
import { deleteChallenge } from './challenge.queries.ts';
import type { SecondFactorDeps } from './deps.ts';
import {
  appOf,
  countFactors,
  passkeysOf,
  storePasskeyUse,
  takeRecoveryCode,
  takeStep,
} from './factors.queries.ts';
import { passkeyRequest, relyingPartyOf, verifyAssertion } from './passkeys.ts';
import { hashOfRecoveryCode } from './recovery-codes.ts';

/** The second step of sign-ins (GUARD-33). */
export function createSecondFactorGate(deps: SecondFactorDeps): SecondFactorGate {
  return { begin: (account) => beginSecondStep(deps, account) };
}

async function beginSecondStep(deps: SecondFactorDeps, account: VerifiedAccount): Promise<SecondStep | null> {
  const { apps, passkeys, recoveryCodes } = await countFactors(deps.database.kysely, account.id);
  const setUp = apps + passkeys === 0;
  if (setUp && !deps.settings.requireSecondFactor) return null;
  const party = relyingPartyOf(deps.vaultOrigin());
  const passkey =
    party === null || passkeys === 0
      ? null
      : await passkeyRequest(party, await passkeysOf(deps.database.kysely, account.id));
  const { challenge, expiresAt } = await makeChallenge(deps, {
    purpose: setUp ? 'set-up' : 'sign-in',
    account,
    passkeyChallenge: passkey?.challenge ?? null,
  });
  return {
    challenge,
    expiresAt: expiresAt.toISOString(),
    setUp,
    code: apps > 0,
    recovery: !setUp && recoveryCodes > 0,
    passkey,
    canAddPasskey: party !== null,
  };
}

/**
 * C101: finishes a sign-in with a code of the authenticator app or a recovery code.
 * @throws 401 for a challenge that does not work, 403 for a wrong or used code, P13 after too many
 */
export function checkCode(
  deps: SecondFactorDeps,
  given: { challenge: string; code: string; client: Client },
): Promise<Login> {
  const digits = given.code.replaceAll(/\s/g, '');
  const isOfApp = /^\d{6}$/.test(digits);
  return finishSignIn(deps, given, {
    factor: isOfApp ? 'app' : 'recovery-code',
    wrong: Errors.secondFactorWrong,
    check: (tx, { accountId }) =>
      isOfApp
        ? checkAppCode(deps, tx, { accountId, code: digits })
        : takeRecoveryCode(tx, accountId, hashOfRecoveryCode(given.code)),
  });
}

async function checkAppCode(
  { clock, sealer }: SecondFactorDeps,
  tx: Transaction<DB>,
  { accountId, code }: { accountId: string; code: string },
): Promise<boolean> {
  const app = await appOf(tx, accountId);
  if (app === null) return false;
  const { lastStep } = app;
  const step = stepOfCode(code, { secret: sealer.open(app.secret), now: clock.now(), lastStep });
  return step !== null && takeStep(tx, accountId, step);
}

/**
 * C103: finishes a sign-in with a passkey.
 * @throws 401 for a challenge that does not work, 403 for a reply that is not accepted, P13 after too many
 */
export function checkPasskey(
  deps: SecondFactorDeps,
  given: { challenge: string; response: PasskeyAssertion; client: Client },
): Promise<Login> {
  return finishSignIn(deps, given, {
    factor: 'passkey',
    wrong: Errors.passkeyWrong,
    async check(tx, { accountId, passkeyChallenge }) {
      const party = relyingPartyOf(deps.vaultOrigin());
      const passkey = (await passkeysOf(tx, accountId)).find(
        ({ credentialId }) => credentialId === given.response.id,
      );
      if (party === null || passkeyChallenge === null || passkey === undefined) return false;
      const { response } = given;
      const counter = await verifyAssertion(party, { response, challenge: passkeyChallenge, passkey });
      if (counter === null) return false;
      await storePasskeyUse(tx, { id: passkey.id, counter, at: deps.clock.now() });
      return true;
    },
  });
}

interface Check {
  /** for the audit */
  factor: 'app' | 'recovery-code' | 'passkey';
  /** the refusal of a wrong one */
  wrong: () => Error;
  /** changes nothing when it returns false */
  check: (tx: Transaction<DB>, challenge: Challenge) => Promise<boolean>;
}

async function finishSignIn(
  deps: SecondFactorDeps,
  { challenge: token, client }: { challenge: string; client: Client },
  { factor, wrong, check }: Check,
): Promise<Login> {
  const found = await mustFindChallenge(deps, token, ['sign-in']);
  const object = { kind: 'account', id: found.accountId } as const;
  const guess = { kind: 'second-factor', account: found.accountId, address: client.address } as const;
  const login = await deps.throttle.attempt(guess, () =>
    deps.database.transaction(async (tx) => {
      const challenge = await mustLockChallenge(tx, deps, found);
      if (!(await check(tx, challenge))) return null;
      await deleteChallenge(tx, challenge.tokenHash);
      const opened = await openSession(tx, deps, { account: accountOf(challenge), client });
      if (opened === null) throw Errors.secondFactorExpired();
      await recordAudit(tx, { action: 'second-factor.check', object, details: { factor } });
      return opened;
    }),
  );
  if (login !== null) return login;
  await recordAuditAlone(deps.database, {
    action: 'second-factor.check',
    outcome: 'refused',
    object,
    details: { factor, errorCode: 'SECOND_FACTOR_WRONG' },
  });
  throw wrong();
}
