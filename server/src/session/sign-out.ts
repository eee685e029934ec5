import type { Caller } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { expiryOf, looksLikeJwt } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { insertEndedToken } from './person.queries.ts';
import { deleteSession } from './session.queries.ts';

/** Office windows of people of the issuer. */
export interface IssuerWindows {
  /** Ends all windows that an account has opened with tokens of the issuer. */
  endAllOf(accountId: string): Promise<void>;
}

/**
 * C60: makes the token invalid on all server processes. A session is deleted, and what was opened with it ends; a token
 * of the issuer is stored as ended until it expires. It is only the newest of several tokens, and the others of the
 * same browser are unknown, so all windows of the person end.
 * @param caller has a valid token, which the route has checked
 */
export async function signOut(
  { database, windows }: { database: Database; windows: IssuerWindows },
  { id, token }: Pick<Caller, 'id' | 'token'>,
): Promise<void> {
  const tokenHash = hashBearer(token);
  if (looksLikeJwt(token)) {
    await insertEndedToken(database.kysely, { tokenHash, expiresAt: expiryOf(token) });
    await windows.endAllOf(id);
  } else await deleteSession(database.kysely, tokenHash);
}
