import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import type { Caller } from '../http/index.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { expiryOf, looksLikeJwt } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import { insertEndedToken } from './person.queries.ts';
import { deleteSession } from './session.queries.ts';

/** The office windows that people have open, by the token with which they were opened. */
export interface SessionWindows {
  /**
   * Ends all windows that the caller opened with tokens of the issuer, in the transaction that ends the caller's token.
   * They are first assigned to this token.
   */
  endWith(tx: Transaction<DB>, caller: Pick<Caller, 'id' | 'token'>): Promise<void>;
  /**
   * C76: assigns the windows of an earlier token of the same account to the caller's token.
   * @returns the number of windows
   */
  continueWith(caller: Pick<Caller, 'id' | 'token'>, formerToken: string): Promise<number>;
}

/**
 * C60: makes the token invalid on all server processes. A session is deleted, and everything opened with it ends. A
 * token of the issuer is stored as ended until it expires. The browser may have used earlier tokens, which the vault
 * cannot find, so all windows of the person end.
 * @param caller has a valid token, which the route has checked
 */
export async function signOut(
  { database, windows }: { database: Database; windows: SessionWindows },
  caller: Pick<Caller, 'id' | 'token'>,
): Promise<void> {
  const { token } = caller;
  const tokenHash = hashBearer(token);
  const isOfIssuer = looksLikeJwt(token);
  await database.transaction(async (tx) => {
    if (isOfIssuer) {
      await insertEndedToken(tx, { tokenHash, expiresAt: expiryOf(token) });
      await windows.endWith(tx, caller);
    } else await deleteSession(tx, tokenHash);
    await recordAudit(tx, { action: 'session.sign-out', object: { kind: 'account', id: caller.id } });
  });
}
