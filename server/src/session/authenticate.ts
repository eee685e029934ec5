import { abilitiesOf, type Permission } from '@vault/contract';
import { type Authenticate, type Caller, Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { type Issuer, IssuerUnavailable, looksLikeJwt, type VerifiedToken } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { ClaimNames } from './claims.ts';
import { findPerson } from './person.ts';
import { accountOfSession, accountWithRights } from './session.queries.ts';

/** Sign-in at the portal's own issuer. */
export interface OidcParts {
  issuer: Issuer;
  names: ClaimNames;
}

export interface AuthenticateParts {
  database: Database;
  clock: Clock;
  log: Log;
  /** null: local accounts only */
  oidc: OidcParts | null;
}

/**
 * Finds the caller behind a token, with the rights of this moment: a changed permission holds at once. A token of the
 * vault's own is looked up; one with the form of a signed JWT is the issuer's to vouch for.
 * @throws the refusal 503 when the issuer's keys cannot be had
 */
export function createAuthenticate(parts: AuthenticateParts): Authenticate {
  const { database, clock, oidc } = parts;
  return async (token) => {
    if (!looksLikeJwt(token)) {
      const rights = await rightsOfSession(database, hashBearer(token), clock.now());
      return rights && { ...rights, token };
    }
    if (oidc === null) return null;
    const verified = await verify(oidc.issuer, token, clock.now());
    if (verified === null) return null;
    const { issuer, names } = oidc;
    const person = await findPerson(parts, { issuer: issuer.name, names, token, verified });
    return person && { ...rightsOf(person), token };
  };
}

/** Somebody with an account, and what they may do. */
export type AccountRights = Omit<Caller, 'token'>;

/**
 * What somebody may do by a session of the vault's own. For a person of the issuer who has a password too it is what was
 * granted here, whatever their tokens told.
 * @returns null when it has ended
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
 * What somebody may do who is not calling: for work that was begun with a token and goes on without it.
 * @returns null when the account is gone; of a person of the issuer, what their newest token told
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
  /** without the own one */
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
