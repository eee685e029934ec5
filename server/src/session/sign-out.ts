import type { Caller } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { expiryOf, looksLikeJwt } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { insertEndedToken } from './person.queries.ts';
import { deleteSession } from './session.queries.ts';

/** The open windows of people, by the token with which they were opened. */
export interface SessionWindows {
  /**
   * Ends all windows that an account has open by tokens of the issuer: they belong to this token, which has ended, from
   * now on.
   */
  endWith(caller: Pick<Caller, 'id' | 'token'>): Promise<void>;
  /**
   * C76: the windows of a former token of the same account belong to the caller's token from now on.
   * @returns how many
   */
  continueWith(caller: Pick<Caller, 'id' | 'token'>, formerToken: string): Promise<number>;
}

/**
 * C60: makes the token invalid on all server processes. A session is deleted, and what was opened with it ends; a token
 * of the issuer is stored as ended until it expires. It is only the newest of several tokens, and the others of the
 * same browser are unknown, so all windows of the person end.
 * @param caller has a valid token, which the route has checked
 */
export async function signOut(
  { database, windows }: { database: Database; windows: SessionWindows },
  caller: Pick<Caller, 'id' | 'token'>,
): Promise<void> {
  const { token } = caller;
  const tokenHash = hashBearer(token);
  if (looksLikeJwt(token)) {
    await insertEndedToken(database.kysely, { tokenHash, expiresAt: expiryOf(token) });
    await windows.endWith(caller);
  } else await deleteSession(database.kysely, tokenHash);
}
