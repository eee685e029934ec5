import type { Permission } from '@vault/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { IS_ACTIVE } from '../session/index.ts';

/**
 * What a challenge is for: 'sign-in' by a second factor, 'set-up' of the first one to sign in, 'change' of the factors
 * of a signed-in person.
 */
export type ChallengePurpose = 'sign-in' | 'set-up' | 'change';

/** A challenge whose account is active and still has the verified password. */
export interface ChallengeRow {
  purpose: ChallengePurpose;
  accountId: string;
  name: string;
  email: string;
  permissions: Permission[];
  passwordHash: string;
  /** sealed */
  appSecret: Buffer | null;
  passkeyChallenge: string | null;
}

/** More challenges than a person begins at a time; only a program that knows the password exceeds it. */
const MAX_PER_ACCOUNT = 20;

/**
 * Stores a challenge; the oldest ones of the account above the maximum end.
 * @returns false when the account or the session no longer exists
 */
export async function insertChallenge(
  tx: Transaction<DB>,
  challenge: {
    tokenHash: Buffer;
    accountId: string;
    purpose: ChallengePurpose;
    passwordHash: string;
    sessionHash: Buffer | null;
    passkeyChallenge: string | null;
    expiresAt: Date;
  },
): Promise<boolean> {
  const { tokenHash, accountId, purpose, passwordHash, sessionHash, passkeyChallenge, expiresAt } = challenge;
  await sql`
    delete from factor_challenge where token_hash in (
      select token_hash from factor_challenge where account_id = ${accountId}
      order by expires_at desc offset ${MAX_PER_ACCOUNT - 1} for update skip locked
    )`.execute(tx);
  const { numAffectedRows = 0n } = await sql`
    with owner as (
      select id from account where id = ${accountId} for key share
    ), running as (
      select token_hash from session where token_hash = ${sessionHash} for key share
    )
    insert into factor_challenge (token_hash, account_id, purpose, password_hash, session_hash, passkey_challenge,
      expires_at)
    select ${tokenHash}, id, ${purpose}, ${passwordHash}, ${sessionHash}, ${passkeyChallenge}, ${expiresAt}::timestamptz
    from owner
    where ${sessionHash}::bytea is null or exists (select from running)`.execute(tx);
  return numAffectedRows > 0n;
}

const CHALLENGE = sql`
  select c.purpose, a.id as account_id, a.name, a.email, a.permissions, a.password_hash, c.app_secret_sealed as app_secret,
    c.passkey_challenge
  from factor_challenge c join account a on a.id = c.account_id and a.password_hash = c.password_hash`;

/** @returns null for an unknown, used or expired one, and when the password of the account has changed */
export async function challengeBy(
  db: Kysely<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<ChallengeRow | null> {
  const { rows } = await sql<ChallengeRow>`
    ${CHALLENGE} where c.token_hash = ${tokenHash} and c.expires_at > ${now} and a.${IS_ACTIVE}`.execute(db);
  return rows[0] ?? null;
}

/**
 * `challengeBy`, with a lock: until the end of the transaction no other one changes the challenge, or the second
 * factors of the account.
 */
export async function lockChallenge(
  tx: Transaction<DB>,
  tokenHash: Buffer,
  now: Date,
): Promise<ChallengeRow | null> {
  // In this order everywhere, so that two transactions never wait for each other.
  await sql`
    select from account where id = (select account_id from factor_challenge where token_hash = ${tokenHash})
    for no key update`.execute(tx);
  const { rows } = await sql<ChallengeRow>`
    ${CHALLENGE} where c.token_hash = ${tokenHash} and c.expires_at > ${now} and a.${IS_ACTIVE}
    for update of c`.execute(tx);
  return rows[0] ?? null;
}

/** Stores the secret of an authenticator app that is not confirmed. */
export async function setAppSecret(db: Kysely<DB>, tokenHash: Buffer, sealed: Buffer): Promise<void> {
  await sql`update factor_challenge set app_secret_sealed = ${sealed} where token_hash = ${tokenHash}`.execute(
    db,
  );
}

/** Stores the challenge that a new passkey must sign. */
export async function setPasskeyChallenge(
  db: Kysely<DB>,
  tokenHash: Buffer,
  challenge: string,
): Promise<void> {
  await sql`
    update factor_challenge set passkey_challenge = ${challenge} where token_hash = ${tokenHash}`.execute(db);
}

export async function deleteChallenge(tx: Transaction<DB>, tokenHash: Buffer): Promise<void> {
  await sql`delete from factor_challenge where token_hash = ${tokenHash}`.execute(tx);
}

export async function deleteExpiredChallenges(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`delete from factor_challenge where expires_at <= ${now}`.execute(db);
}
