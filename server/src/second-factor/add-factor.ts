import type { NewPasskey, PasskeyOptions, SecondFactorAdded } from '@vault/contract';
import type { Transaction } from 'kysely';
import { recordAudit, recordAuditAlone } from '../audit/index.ts';
import { Errors } from '../http/index.ts';
import { identifyActor } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type Client, openSession } from '../session/index.ts';
import { appUri, newAppSecret, stepOfCode } from './app-codes.ts';
import { accountOf, type Challenge, mustFindChallenge, mustLockChallenge } from './challenge.ts';
import { deleteChallenge, setAppSecret, setPasskeyChallenge } from './challenge.queries.ts';
import type { SecondFactorDeps } from './deps.ts';
import { countFactors, insertPasskey, passkeysOf, saveApp, saveRecoveryCodes } from './factors.queries.ts';
import { newPasskeyOptions, type RelyingParty, relyingPartyOf, verifyNewPasskey } from './passkeys.ts';
import { newRecoveryCodes } from './recovery-codes.ts';

/** A person has a few devices; the limit bounds the list that a sign-in sends. */
const MAX_PASSKEYS = 20;

/** The first factor of a sign-in, or one more of a signed-in person. */
const ADDING = ['set-up', 'change'] as const;

/** C104: returns the secret of a new authenticator app, which C105 confirms. @throws 401 */
export async function startApp(
  deps: SecondFactorDeps,
  token: string,
): Promise<{ secret: string; uri: string }> {
  const { tokenHash, email } = await mustFindChallenge(deps, token, ADDING);
  const secret = newAppSecret();
  await setAppSecret(deps.database.kysely, tokenHash, deps.sealer.seal(secret));
  return { secret, uri: appUri({ secret, issuer: deps.settings.brand.name, label: email }) };
}

/** C105: adds the authenticator app of C104. @throws 401, 403 for a wrong code, P13 after too many */
export function confirmApp(
  deps: SecondFactorDeps,
  given: { challenge: string; code: string; client: Client },
): Promise<SecondFactorAdded> {
  const code = given.code.replaceAll(/\s/g, '');
  return addFactor(deps, given, {
    factor: 'app',
    wrong: Errors.secondFactorWrong,
    async add(tx, { accountId, appSecret }) {
      if (appSecret === null || !/^\d{6}$/.test(code)) return false;
      const now = deps.clock.now();
      const step = stepOfCode(code, { secret: deps.sealer.open(appSecret), now, lastStep: -1 });
      if (step === null) return false;
      await saveApp(tx, accountId, { secret: appSecret, lastStep: step, addedAt: now });
      return true;
    },
  });
}

/** @throws 409 where browsers allow no passkeys */
function mustHaveParty(deps: SecondFactorDeps): RelyingParty {
  const party = relyingPartyOf(deps.vaultOrigin());
  if (party === null) throw Errors.passkeysUnavailable();
  return party;
}

/** C106: returns the options of a new passkey, which C107 adds. @throws 401, 409 */
export async function startPasskey(deps: SecondFactorDeps, token: string): Promise<PasskeyOptions> {
  const { tokenHash, accountId, email, name } = await mustFindChallenge(deps, token, ADDING);
  const party = mustHaveParty(deps);
  const passkeys = await passkeysOf(deps.database.kysely, accountId);
  if (passkeys.length >= MAX_PASSKEYS) throw Errors.tooManyPasskeys();
  const brand = deps.settings.brand.name;
  const options = await newPasskeyOptions(party, { brand, email, name, passkeys });
  await setPasskeyChallenge(deps.database.kysely, tokenHash, options.challenge);
  return options;
}

/** C107: adds a passkey. @throws 401, 403 for a reply that is not accepted, 409, P13 after too many */
export function confirmPasskey(
  deps: SecondFactorDeps,
  given: { challenge: string; name: string; response: NewPasskey; client: Client },
): Promise<SecondFactorAdded> {
  const party = mustHaveParty(deps);
  return addFactor(deps, given, {
    factor: 'passkey',
    wrong: Errors.passkeyWrong,
    async add(tx, { accountId, passkeyChallenge }) {
      if (passkeyChallenge === null) return false;
      const { passkeys } = await countFactors(tx, accountId);
      if (passkeys >= MAX_PASSKEYS) throw Errors.tooManyPasskeys();
      const { response } = given;
      const verified = await verifyNewPasskey(party, { response, challenge: passkeyChallenge });
      if (verified === null) return false;
      const name = given.name.trim();
      return insertPasskey(tx, accountId, { ...verified, name, addedAt: deps.clock.now() });
    },
  });
}

interface Addition {
  /** for the audit */
  factor: 'app' | 'passkey';
  /** the refusal of a wrong proof */
  wrong: () => Error;
  /** checks the proof of the new factor and stores it; changes nothing when it returns false */
  add: (tx: Transaction<DB>, challenge: Challenge) => Promise<boolean>;
}

async function addFactor(
  deps: SecondFactorDeps,
  { challenge: token, client }: { challenge: string; client: Client },
  { factor, wrong, add }: Addition,
): Promise<SecondFactorAdded> {
  const found = await mustFindChallenge(deps, token, ADDING);
  const { accountId: id, name, email } = found;
  if (found.purpose === 'change') identifyActor({ kind: 'person', id, name, email });
  const object = { kind: 'account', id } as const;
  const guess = { kind: 'second-factor', account: id, address: client.address } as const;
  const added = await deps.throttle.attempt(guess, () =>
    deps.database.transaction(async (tx) => {
      const challenge = await mustLockChallenge(tx, deps, found);
      const before = await countFactors(tx, id);
      // A set-up that began before another one finished: its password alone must not add a factor.
      if (challenge.purpose === 'set-up' && before.apps + before.passkeys > 0)
        throw Errors.secondFactorExpired();
      if (!(await add(tx, challenge))) return null;
      await deleteChallenge(tx, challenge.tokenHash);
      const login =
        challenge.purpose === 'set-up'
          ? await openSession(tx, deps, { account: accountOf(challenge), client })
          : null;
      if (challenge.purpose === 'set-up' && login === null) throw Errors.secondFactorExpired();
      await recordAudit(tx, { action: 'second-factor.add', object, details: { factor } });
      const recoveryCodes = before.recoveryCodes === 0 ? await replaceRecoveryCodes(tx, id) : null;
      return { recoveryCodes, login };
    }),
  );
  if (added !== null) return added;
  await recordAuditAlone(deps.database, {
    action: 'second-factor.add',
    outcome: 'refused',
    object,
    details: { factor, errorCode: 'SECOND_FACTOR_WRONG' },
  });
  throw wrong();
}

/** Replaces the recovery codes of an account. @returns the new codes; they are stored as hashes */
export async function replaceRecoveryCodes(tx: Transaction<DB>, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await saveRecoveryCodes(
    tx,
    accountId,
    codes.map(({ hash }) => hash),
  );
  await recordAudit(tx, {
    action: 'second-factor.recovery-codes',
    object: { kind: 'account', id: accountId },
  });
  return codes.map(({ code }) => code);
}
