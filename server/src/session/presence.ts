import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { type AccountRights, rightsOfAccount, rightsOfSession } from './authenticate.ts';
import { isTokenEnded } from './presence.queries.ts';

/** The token with which somebody has begun something that goes on without it. */
export interface BegunWith {
  accountId: string;
  tokenHash: Buffer;
  /** of a session of the vault's own; else a token of the portal's issuer */
  isSession: boolean;
}

/**
 * What somebody may do now who began something with a token: nothing once they have signed out. A session's end ends it;
 * the tokens of an issuer live for minutes, and their owners go on with new ones, so only ending one here counts.
 * @returns null when they have signed out, or the account is gone
 */
export async function presentRights(
  { database, clock }: { database: Database; clock: Clock },
  { accountId, tokenHash, isSession }: BegunWith,
): Promise<AccountRights | null> {
  if (isSession) return rightsOfSession(database, tokenHash, clock.now());
  return (await isTokenEnded(database.kysely, tokenHash)) ? null : rightsOfAccount(database, accountId);
}
