import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** The Ed25519 key with which a vault seals its audit (AUDIT-03). */
export interface SealKey {
  /** 32 bytes (RFC 8032) */
  publicKey: Buffer;
  /** @returns 64 bytes; the same for the same text */
  sign: (text: string) => Buffer;
}

/** The fixed beginning of a private and of a public Ed25519 key in DER (RFC 8410). */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Makes the key of a seed, so that it needs no storage.
 * @param seed 32 bytes: the secret for the purpose 'audit signature' (GUARD-06)
 */
export function createSealKey(seed: Buffer): SealKey {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
  return { publicKey: rawPublicKey(key), sign: (text) => sign(null, Buffer.from(text), key) };
}

function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_DER.length);
}

/** Returns whether the holder of a public key signed a text. */
export function isSignedBy(publicKey: Buffer, text: string, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_DER, publicKey]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, signature);
}
