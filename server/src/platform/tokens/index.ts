import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a signed token is for: a token of one purpose is worthless for another. */
export type TokenPurpose = 'upload' | 'download' | 'preview' | 'export';

/** Signs small facts into addresses that need no sign-in (D-20, C54). */
export interface Signer {
  /**
   * @param payload anything that JSON can carry; it is signed, not hidden
   * @returns URL-safe text
   */
  sign(purpose: TokenPurpose, payload: unknown, expiresAt: Date): string;
  /** The payload, or null when the token is altered, expired at `now`, or made for another purpose. */
  verify(purpose: TokenPurpose, token: string, now: Date): unknown;
}

/** @param secret 32 random bytes that all server processes of one vault share */
export function createSigner(secret: Buffer): Signer {
  const signatureOf = (purpose: TokenPurpose, body: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${body}`).digest();

  return {
    sign(purpose, payload, expiresAt) {
      const body = Buffer.from(JSON.stringify([expiresAt.getTime(), payload])).toString('base64url');
      return `${body}.${signatureOf(purpose, body).toString('base64url')}`;
    },
    verify(purpose, token, now) {
      const [body = '', signature = ''] = token.split('.', 2);
      const given = Buffer.from(signature, 'base64url');
      const expected = signatureOf(purpose, body);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [expiresAt, payload] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [number, unknown];
      return expiresAt > now.getTime() ? payload : null;
    },
  };
}

/** 32 random bytes as base64url: a secret that is handed out once and stored only as its hash. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** How a secret token is stored and looked up. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
