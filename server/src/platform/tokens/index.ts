import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** The purpose of a signed token: a token of one purpose is invalid for another. */
export type TokenPurpose =
  | 'upload'
  | 'visitor-upload'
  | 'download'
  | 'visitor-download'
  | 'preview'
  | 'visitor-preview'
  | 'export'
  | 'activity'
  | 'audit-proof'
  | 'exposure'
  | 'office-page'
  | 'office-access'
  | 'continuation';

/** Signs small data for addresses that need no sign-in (D-20, C54). */
export interface Signer {
  /**
   * @param payload any JSON value; it is signed, not encrypted
   * @returns URL-safe text
   */
  sign(purpose: TokenPurpose, payload: unknown, expiresAt: Date): string;
  /** The payload, or null when the token is changed, expired at `now`, or made for another purpose. */
  verify(purpose: TokenPurpose, token: string, now: Date): unknown;
}

/** @param secret `secretFor('signed addresses')` */
export function createSigner(secret: Buffer): Signer {
  // Of a Buffer, createHmac makes a key each time, which takes longer than the signature.
  const key = createSecretKey(secret);
  const signatureOf = (purpose: TokenPurpose, body: string) =>
    createHmac('sha256', key).update(`${purpose}\0${body}`).digest();

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

/** 32 random bytes as base64url: a secret that is returned once and stored only as its hash. */
export function newSecretToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret token, by which it is found. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The stored form of a short secret, such as a code of six digits: without the key nothing can be guessed. */
export function hashWithKey(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** A signed JWT: the signed part, and the signature. */
const SIGNED_TOKEN = /^([\w-]+\.[\w-]+)\.[\w-]+$/;

/**
 * Like `hashToken` for a caller's token, which can be a JWT of the issuer. Only its signed part is hashed: the same
 * signature can be written in several ways, and another form of it is not another token.
 */
export function hashBearer(token: string): Buffer {
  return hashToken(SIGNED_TOKEN.exec(token)?.[1] ?? token);
}

/**
 * Encrypts small secrets in the database that must be shown again: a copy of the database alone reveals none of them.
 */
export interface Sealer {
  seal(text: string): Buffer;
  /** @throws when another vault sealed it, or it was changed */
  open(sealed: Buffer): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts by AES-256-GCM.
 * @param key 32 bytes: `secretFor('sealed secrets')`
 */
export function createSealer(key: Buffer): Sealer {
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    },
  };
}
