import { hkdfSync } from 'node:crypto';

export const SECRET_KEY_BYTES = 32;

/** What a key is derived for: a key of one purpose is useless for another. */
export type SecretPurpose =
  | 'sealed secrets'
  | 'signed addresses'
  | 'access codes'
  | 'audit signature'
  | 'key fingerprint';

/** The secret of this vault, which is not in its database (GUARD-06). All keys are derived from it. */
export interface SecretKey {
  /**
   * The one derivation of keys: HKDF-SHA-256 (RFC 5869).
   * @returns 32 bytes, always the same for one secret and purpose
   */
  secretFor(purpose: SecretPurpose): Buffer;
}

/** @param secret 32 random bytes */
export function createSecretKey(secret: Buffer): SecretKey {
  return {
    secretFor: (purpose) =>
      Buffer.from(hkdfSync('sha256', secret, '', `portal-vault ${purpose}`, SECRET_KEY_BYTES)),
  };
}

/** The database stores it to recognise the key of its vault: a keyed hash, which reveals nothing of the key. */
export const fingerprintOf = (key: SecretKey): string => key.secretFor('key fingerprint').toString('hex');
