import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { hashToken, newSecretToken } from '../platform/tokens/index.ts';
import type { VerifiedAccount } from '../session/index.ts';
import {
  type ChallengePurpose,
  type ChallengeRow,
  challengeBy,
  insertChallenge,
  lockChallenge,
} from './challenge.queries.ts';
import type { SecondFactorDeps } from './deps.ts';

const MINUTE_MS = 60_000;
/** The time in which a person finishes what a challenge is for. */
const VALID_MS: Record<ChallengePurpose, number> = {
  'sign-in': 5 * MINUTE_MS,
  'set-up': 15 * MINUTE_MS,
  change: 10 * MINUTE_MS,
};

/**
 * Stores a challenge.
 * @returns its token, which is stored as a hash
 * @throws 401 when the session has ended, or the account was removed, since the call was admitted
 */
export async function makeChallenge(
  { database, clock }: Pick<SecondFactorDeps, 'database' | 'clock'>,
  challenge: {
    purpose: ChallengePurpose;
    account: Pick<VerifiedAccount, 'id' | 'passwordHash'>;
    sessionHash?: Buffer | null;
    passkeyChallenge?: string | null;
  },
): Promise<{ challenge: string; expiresAt: Date }> {
  const { purpose, account, sessionHash = null, passkeyChallenge = null } = challenge;
  const token = newSecretToken();
  const expiresAt = new Date(clock.now().getTime() + VALID_MS[purpose]);
  const isStored = await database.transaction((tx) =>
    insertChallenge(tx, {
      tokenHash: hashToken(token),
      accountId: account.id,
      purpose,
      passwordHash: account.passwordHash,
      sessionHash,
      passkeyChallenge,
      expiresAt,
    }),
  );
  if (!isStored) throw Errors.signInAgain();
  return { challenge: token, expiresAt };
}

/** A challenge that works. */
export interface Challenge extends ChallengeRow {
  tokenHash: Buffer;
}

/** @throws 401 for a challenge that is unknown, used, expired or of another purpose */
export async function mustFindChallenge(
  { database, clock }: Pick<SecondFactorDeps, 'database' | 'clock'>,
  token: string,
  purposes: readonly ChallengePurpose[],
): Promise<Challenge> {
  const tokenHash = hashToken(token);
  return checked(await challengeBy(database.kysely, tokenHash, clock.now()), tokenHash, purposes);
}

/** `mustFindChallenge` with a lock, for the transaction that uses the challenge up. @throws as `mustFindChallenge` */
export async function mustLockChallenge(
  tx: Transaction<DB>,
  { clock }: Pick<SecondFactorDeps, 'clock'>,
  { tokenHash, purpose }: Pick<Challenge, 'tokenHash' | 'purpose'>,
): Promise<Challenge> {
  return checked(await lockChallenge(tx, tokenHash, clock.now()), tokenHash, [purpose]);
}

function checked(
  row: ChallengeRow | null,
  tokenHash: Buffer,
  purposes: readonly ChallengePurpose[],
): Challenge {
  if (row === null || !purposes.includes(row.purpose)) throw Errors.secondFactorExpired();
  return { ...row, tokenHash };
}

/** The account of a challenge, whose password was verified. */
export const accountOf = ({
  accountId: id,
  name,
  email,
  permissions,
  passwordHash,
}: ChallengeRow): VerifiedAccount => ({ id, name, email, permissions, passwordHash });
