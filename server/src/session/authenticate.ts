import { abilitiesOf } from '@vault/contract';
import type { Authenticate } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { hashToken } from '../platform/tokens/index.ts';
import { accountOfSession } from './session.queries.ts';

/** Finds the caller behind a token, with the rights of this moment: a changed permission holds at once. */
export function createAuthenticate({ database, clock }: { database: Database; clock: Clock }): Authenticate {
  return async (token) => {
    const account = await accountOfSession(database.kysely, hashToken(token), clock.now());
    if (account === null) return null;
    const { id, name, email, permissions, records } = account;
    return {
      id,
      name,
      email,
      permissions,
      abilities: abilitiesOf(permissions),
      records: [id, ...records],
      token,
    };
  };
}
