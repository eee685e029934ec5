import { type Authenticate, Errors, type SessionUse } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Log, Reader } from '../platform/database/index.ts';
import { type Issuer, IssuerUnavailable, looksLikeJwt, type VerifiedToken } from '../platform/oidc/index.ts';
import { hashBearer } from '../platform/tokens/index.ts';
import type { ClaimNames } from './claims.ts';
import { showsSecondFactor } from './issuer-factor.ts';
import { findPerson } from './person.ts';
import { openRecordsOf } from './open-records.ts';
import { rightsOf } from './rights.ts';
import { type SessionTimes, enterSession } from './session-use.ts';

/** Sign-in at the portal's issuer. */
export interface OidcDeps {
  issuer: Issuer;
  names: ClaimNames;
  /** values of `acr` that mean a second factor */
  secondFactorAcr: readonly string[];
}

export interface AuthenticateDeps {
  database: Database;
  clock: Clock;
  settings: SessionTimes & { requireSecondFactor: boolean };
  log: Log;
  /** null when only local accounts exist */
  oidc: OidcDeps | null;
}

/**
 * Returns the caller of a token with the current permissions, so a changed permission applies immediately. A token of
 * the vault is looked up; a token in the form of a JWT is verified with the issuer's keys.
 * @throws 503 when the issuer's keys cannot be loaded; 401 SECOND_FACTOR_MISSING when a second factor is required and
 * the issuer does not say that one was used (GUARD-33)
 */
export function createAuthenticate(deps: AuthenticateDeps): Authenticate {
  const { clock, oidc, settings } = deps;
  return async (token, use, recordId = null) => {
    if (!looksLikeJwt(token)) {
      const entered = await enterSession(deps, { tokenHash: hashBearer(token), use, recordId });
      if (entered === null) return null;
      const { lastChange, expiresAt: tokenEndsAt, ...rights } = entered;
      return { ...rights, reader: readerOf(lastChange, use), token, tokenEndsAt };
    }
    if (oidc === null) return null;
    const verified = await verify(oidc.issuer, token, clock.now());
    if (verified === null) return null;
    const { issuer, names, secondFactorAcr } = oidc;
    if (settings.requireSecondFactor && !showsSecondFactor(verified.claims, secondFactorAcr)) {
      throw Errors.secondFactorMissing();
    }
    const person = await findPerson(deps, { issuer: issuer.name, names, token, verified, recordId });
    if (person === null) return null;
    const { named, isMember, lastChange } = person;
    const checked = recordId === null ? null : { id: recordId, isMember };
    const records = openRecordsOf(deps.database, person.id, { named, checked });
    const reader = readerOf(lastChange, use);
    return { ...rightsOf(person, records), reader, token, tokenEndsAt: verified.expiresAt };
  };
}

/** A call that no person caused follows a live event, whose change it must show. */
const readerOf = (lastChange: string | null, use: SessionUse | null): Reader => ({
  lastChange,
  mustBeLatest: use === null,
});

async function verify(issuer: Issuer, token: string, now: Date): Promise<VerifiedToken | null> {
  try {
    return await issuer.verify(token, now);
  } catch (error) {
    if (error instanceof IssuerUnavailable) throw Errors.signInUnavailable();
    throw error;
  }
}
