import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type AccountRights, rightsOfAccount, rightsOfSession } from './rights.ts';
import { isTokenEnded } from './ended-tokens.queries.ts';
import { enterSession, type UseDeps } from './session-use.ts';

/** The token with which an account started work that continues after the call. */
export interface StartingToken {
  accountId: string;
  tokenHash: Buffer;
  /** true for a session of the vault, false for a token of the issuer */
  isSession: boolean;
}

/**
 * Returns the current permissions of an account that started work with a token, until it is signed out. The end of a
 * session ends the work. Tokens of an issuer expire after minutes and are replaced, so only a sign-out of the token
 * ends it.
 * @param recordId the record of the work, to check in the same statement
 * @returns null after the sign-out, or when the account does not exist or is not active
 */
export async function currentRights(
  { database, clock }: { database: Database; clock: Clock },
  { accountId, tokenHash, isSession }: StartingToken,
  recordId: string | null = null,
): Promise<AccountRights | null> {
  if (isSession) return rightsOfSession(database, { tokenHash, now: clock.now(), recordId });
  return (await isTokenEnded(database.kysely, tokenHash)) ? null : rightsOfAccount(database, accountId);
}

/**
 * As `currentRights`, for work that the person waits for, such as a download: it counts as a use of the session, which
 * therefore does not end during a long transfer (GUARD-32).
 */
export async function currentRightsInUse(
  deps: UseDeps,
  token: StartingToken,
  recordId: string | null = null,
): Promise<AccountRights | null> {
  return token.isSession
    ? enterSession(deps, { tokenHash: token.tokenHash, use: { address: null }, recordId })
    : currentRights(deps, token, recordId);
}
