import { abilitiesOf, type Permission } from '@vault/contract';
import { type Authenticate, type Caller, Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { type Issuer, IssuerUnavailable, looksLikeJwt, type VerifiedToken } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { ClaimNames } from './claims.ts';
import { findPerson } from './person.ts';
import { accountOfSession, accountWithRights } from './session.queries.ts';

/** Sign-in at the portal's issuer. */
export interface OidcDeps {
  issuer: Issuer;
  names: ClaimNames;
}

export interface AuthenticateDeps {
  database: Database;
  clock: Clock;
  log: Log;
  /** null when only local accounts exist */
  oidc: OidcDeps | null;
}

/**
 * Returns the caller of a token with the current permissions: a change applies at once. A token of the vault is looked
 * up; a token in the form of a JWT is verified with the issuer's keys.
 * @throws the refusal 503 when the issuer's keys cannot be loaded
 */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { database, clock, oidc } = deps;
  return async (token) => {
    if (!looksLikeJwt(token)) {
      const rights = await rightsOfSession(database, hashBearer(token), clock.now());
      return rights && { ...rights, token };
    }
    if (oidc === null) return null;
    const verified = await verify(oidc.issuer, token, clock.now());
    if (verified === null) return null;
    const { issuer, names } = oidc;
    const person = await findPerson(deps, { issuer: issuer.name, names, token, verified });
    return person && { ...rightsOf(person), token };
  };
}

/** An account with its permissions. */
export type AccountRights = Omit<Caller, 'token'>;

/**
 * Returns the account of a session of the vault with its permissions. For a person of the issuer who also has a
 * password these are the permissions granted here, not those of tokens.
 * @returns null when the session has ended
 */
export async function rightsOfSession(
  database: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<AccountRights | null> {
  const account = await accountOfSession(database.kysely, tokenHash, now);
  return account && rightsOf(account);
}

/**
 * Returns the permissions of an account without a token, for work that continues after a call.
 * @returns null when the account does not exist; for a person of the issuer the claims of the newest token
 */
export async function rightsOfAccount(database: Database, accountId: string): Promise<AccountRights | null> {
  const account = await accountWithRights(database.kysely, accountId);
  return account && rightsOf(account);
}

interface Account {
  id: string;
  name: string;
  email: string;
  permissions: Permission[];
  /** without the own record */
  records: readonly string[];
}

function rightsOf({ id, name, email, permissions, records }: Account): AccountRights {
  return { id, name, email, permissions, abilities: abilitiesOf(permissions), records: [id, ...records] };
}

async function verify(issuer: Issuer, token: string, now: Date): Promise<VerifiedToken | null> {
  try {
    return await issuer.verify(token, now);
  } catch (error) {
    if (error instanceof IssuerUnavailable) throw Errors.signInUnavailable();
    throw error;
  }
}
