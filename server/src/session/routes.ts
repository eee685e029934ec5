import { contract, type DemoAccount, type OidcSignIn } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/index.ts';
import type { Throttle } from '../throttle/index.ts';
import { changePassword } from './change-password.ts';
import type { FirmNames } from './new-password.ts';
import { hasLocalAccounts, withLoadedPassword } from './session.queries.ts';
import { recordsByName } from './open-records.queries.ts';
import { clientOf, stateOf } from './open-session.ts';
import { ownSessionRoutes } from './own-sessions.routes.ts';
import type { SessionTimes } from './session-use.ts';
import { type SecondFactorGate, signIn } from './sign-in.ts';
import { type SessionWindows, signOut } from './sign-out.ts';

export interface SessionDeps {
  database: Database;
  clock: Clock;
  throttle: Throttle;
  windows: SessionWindows;
  settings: SessionTimes & FirmNames;
  secondFactor: SecondFactorGate;
  /** accounts that the sign-in page offers; [] unless the bundled accounts are in use */
  demoAccounts: readonly DemoAccount[];
  /** sign-in at the portal's issuer; null when there is none */
  oidcSignIn: OidcSignIn | null;
  /** true when a mail server can send the mails of C110 (GUARD-34) */
  canMail: boolean;
}

/** Registers the calls C01, C02, C55, C60, C61, C66, C67, C76 and C96 to C98. */
export function sessionRoutes(app: FastifyInstance, deps: SessionDeps): void {
  const { database, demoAccounts, oidcSignIn, canMail } = deps;
  ownSessionRoutes(app, deps);

  serve(app, contract.session.signIn, async ({ body, request }) =>
    signIn(deps, { ...body, client: clientOf(request) }),
  );

  serve(app, contract.session.me, async ({ caller }) => stateOf(caller));

  serve(app, contract.session.signOut, async ({ caller }) => {
    await signOut(deps, caller);
    return true as const;
  });

  serve(app, contract.session.demoAccounts, async () => {
    if (demoAccounts.length === 0) return [];
    const emails = demoAccounts.map(({ email }) => email);
    const unchanged = await withLoadedPassword(database.kysely, emails);
    // An account with a changed password is not offered any more.
    return demoAccounts.filter(({ email }) => unchanged.has(email.toLowerCase()));
  });

  serve(app, contract.session.methods, async () => {
    const accounts = await hasLocalAccounts(database.kysely);
    return { accounts, passwordReset: accounts && canMail, oidc: oidcSignIn };
  });

  serve(app, contract.session.changePassword, async ({ body, caller, request }) => {
    await changePassword(deps, { caller, ...body, address: request.ip });
    return true as const;
  });

  serve(app, contract.session.continueOfficeWindows, async ({ body, caller }) => ({
    windows: await deps.windows.continueWith(caller, body.formerToken),
  }));

  serve(app, contract.session.records, async ({ caller, query }) => {
    const { search, ids, page, size } = query;
    const limit = size ?? null;
    const slice = { search, ids, offset: page * (limit ?? 0), limit };
    const account = { accountId: caller.id, named: caller.records.named };
    const records = await recordsByName(database.kysely, account, slice);
    return records.map(({ id, name }) => ({ sfid: id, name }));
  });
}
