import { contract, type DemoAccount } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import { hashToken } from '../platform/tokens/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { deleteSession, recordsByName } from './session.queries.ts';
import { signIn, stateOf } from './sign-in.ts';

export interface SessionParts {
  database: Database;
  clock: Clock;
  throttle: Throttle;
  /** what the sign-in page offers as one click each; [] unless the bundled accounts are in use */
  demoAccounts: readonly DemoAccount[];
}

/** C01, C02, C55, C60, C61 */
export function sessionRoutes(app: FastifyInstance, parts: SessionParts): void {
  const { database, demoAccounts } = parts;

  serve(app, contract.session.signIn, async ({ body, request }) =>
    signIn(parts, { ...body, address: request.ip }),
  );

  serve(app, contract.session.me, async ({ caller }) => stateOf(caller));

  serve(app, contract.session.signOut, async ({ caller }) => {
    await deleteSession(database.kysely, hashToken(caller.token));
    return true as const;
  });

  serve(app, contract.session.demoAccounts, async () => [...demoAccounts]);

  serve(app, contract.session.records, async ({ caller }) => {
    const records = await recordsByName(database.kysely, caller.records, caller.id);
    return records.map(({ id, name }) => ({ sfid: id, name }));
  });
}
