import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { IssuerKeys, type IssuerKeysOptions } from './issuer-keys.ts';
import { IssuerUnavailable } from './issuer-unavailable.ts';

/** Only algorithms whose key cannot be made from public data: never `none`, never a shared secret. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** RFC 9068 requires `at+jwt`; many issuers write `jwt` into every token. */
const ACCESS_TOKEN_TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt']);
/** Longer tokens do not fit into the headers of a request. */
const MAX_TOKEN_LENGTH = 12 * 1024;
/** The maximum difference between the clocks of issuer and vault. */
const SKEW_SECONDS = 60;
const MAX_SUBJECT_LENGTH = 255;
/** the end of the year 9999 */
const LAST_SECOND = 253_402_300_799;

const TOKEN_FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a bearer token has the form of a signed JWT; the vault's own tokens never have it. */
export const looksLikeJwt = (token: string): boolean =>
  token.length <= MAX_TOKEN_LENGTH && TOKEN_FORM.test(token);

/** A token that the issuer signed for the vault and that is valid now. */
export interface VerifiedToken {
  subject: string;
  issuedAt: Date;
  /** the time of its end, without tolerance */
  expiresAt: Date;
  claims: JWTPayload;
}

export interface Issuer {
  /** exactly as in the documents of the issuer */
  readonly name: string;
  /**
   * @returns null for an invalid token, for any reason
   * @throws IssuerUnavailable when its key is not available
   */
  verify(token: string, now: Date): Promise<VerifiedToken | null>;
  /** Requests the keys of the issuer in the background. */
  warm(): void;
  /** the known origins that a browser contacts to sign in */
  browserOrigins(): string[];
}

export interface IssuerOptions extends IssuerKeysOptions {
  /** the required audience of its tokens */
  audience: string;
}

/** Creates the verifier for the portal's tokens; it sends no request before the first token. */
export function createIssuer(options: IssuerOptions): Issuer {
  const { issuer, audience, log } = options;
  const keys = new IssuerKeys(options);
  const refuse = (reason: string) => {
    log.debug({ reason }, 'Bearer token refused');
    return null;
  };
  return {
    name: issuer,
    async verify(token, now) {
      if (!looksLikeJwt(token)) return refuse('no signed token');
      try {
        if (!isAccessTokenType(token)) return refuse('another type of token');
        const { payload } = await jwtVerify(token, (header, jws) => keys.keyFor(header, jws), {
          algorithms: ALGORITHMS,
          issuer,
          audience,
          clockTolerance: SKEW_SECONDS,
          currentDate: now,
          requiredClaims: ['sub', 'exp', 'iat'],
        });
        return verifiedOf(payload, token, now) ?? refuse('its claims are not those of an access token');
      } catch (error) {
        if (error instanceof IssuerUnavailable) throw error;
        return refuse(error instanceof errors.JOSEError ? error.code : String(error));
      }
    },
    warm: () => keys.warm(),
    browserOrigins: () => [
      ...new Set(
        [issuer, ...(keys.metadata?.browserEndpoints ?? [])].map((address) => new URL(address).origin),
      ),
    ],
  };
}

/** @throws TypeError for an unreadable header */
function isAccessTokenType(token: string): boolean {
  const { typ } = decodeProtectedHeader(token);
  return typeof typ === 'string' && ACCESS_TOKEN_TYPES.has(typ.toLowerCase());
}

function verifiedOf(claims: JWTPayload, token: string, now: Date): VerifiedToken | null {
  const { sub, iat, exp } = claims;
  if (typeof sub !== 'string' || !isSubject(sub)) return null;
  const issuedAt = timeOf(iat);
  const expiresAt = timeOf(exp);
  if (issuedAt === null || expiresAt === null) return null;
  if (issuedAt.getTime() > now.getTime() + SKEW_SECONDS * 1000) return null;
  if (isIdToken(claims, token)) return null;
  return { subject: sub, issuedAt, expiresAt, claims };
}

const isSubject = (sub: string) =>
  sub.length > 0 && sub.length <= MAX_SUBJECT_LENGTH && sub.isWellFormed() && !/\p{Cc}/u.test(sub);

/**
 * The time at which a token ends.
 * @param token a verified one
 */
export function expiryOf(token: string): Date {
  return timeOf(decodeJwt(token).exp) ?? new Date(LAST_SECOND * 1000);
}

/** A time that the database can store; null for another number. */
function timeOf(seconds: unknown): Date | null {
  const isTime = typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0;
  return isTime ? new Date(Math.min(seconds, LAST_SECOND) * 1000) : null;
}
/**
 * An ID token identifies the person to the browser and gives no access (RFC 9068, section 5). Its audience is the
 * client id, which can equal the vault's audience, so claims that only ID tokens have are checked. Keycloak puts the
 * token type into the `typ` claim.
 */
function isIdToken(claims: JWTPayload, token: string): boolean {
  if (typeof claims['typ'] === 'string') return claims['typ'].toLowerCase() !== 'bearer';
  if (decodeProtectedHeader(token).typ?.toLowerCase().endsWith('at+jwt')) return false;
  return ['nonce', 'at_hash', 'c_hash'].some((name) => claims[name] !== undefined);
}
