import type { Database } from '../platform/database/index.ts';
import { expiryOf, looksLikeJwt } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { insertEndedToken } from './person.queries.ts';
import { deleteSession } from './session.queries.ts';

/**
 * C60: the token is worth nothing from now on, on every server process. A session is forgotten; a token of the issuer
 * is remembered as ended for as long as it would be good.
 * @param token a good one: the gate has let it through
 */
export async function signOut({ database }: { database: Database }, token: string): Promise<void> {
  const tokenHash = hashBearer(token);
  if (looksLikeJwt(token)) {
    await insertEndedToken(database.kysely, { tokenHash, expiresAt: expiryOf(token) });
  } else await deleteSession(database.kysely, tokenHash);
}
