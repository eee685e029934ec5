import type { Caller } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { expiryOf, looksLikeJwt } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { insertEndedToken } from './person.queries.ts';
import { deleteSession } from './session.queries.ts';

/** What people of the issuer have open beside their calls. */
export interface IssuerWindows {
  /** Ends all that an account has open by tokens of the issuer, whichever. */
  endAllOf(accountId: string): Promise<void>;
}

/**
 * C60: the token is worth nothing from now on, on every server process. A session is forgotten, and what was opened with
 * it ends by that; a token of the issuer is remembered as ended for as long as it would be good. That one is only the
 * newest of several, and nobody can tell which others were of the same browser: so all windows of the person end.
 * @param caller who comes with a good token: the gate has let it through
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
