import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** A service signs its calls with these keys; the old one is accepted for a while after its replacement. */
export interface ProofKeys {
  current: KeyObject;
  /** null when the service has no old key */
  old: KeyObject | null;
}

/** The data in a call which prove that the office service has sent it. */
export interface Proof {
  accessToken: string;
  /** the complete address of the call with its query, as the service wrote it */
  url: string;
  /** X-WOPI-Proof, in base64 */
  proof: string;
  /** X-WOPI-ProofOld, in base64 */
  proofOld: string;
  /** X-WOPI-TimeStamp: 100-nanosecond steps since the year 1 */
  timestamp: string;
}

/**
 * Which key signed a call. `rotated`: the service can have replaced its keys, so the discovery can be outdated.
 */
export type Signature = 'current' | 'rotated' | 'wrong';

/** The maximum age of a call (Microsoft, "proof keys"); because clocks differ, it can be as far in the future too. */
const MAX_AGE_MS = 20 * 60_000;
const TICKS_PER_MS = 10_000n;
/** The year 1970 in ticks. */
const EPOCH_TICKS = 621_355_968_000_000_000n;

/**
 * Whether a call is signed by the service: RSA with SHA-256 over token, address in upper case and time. Three pairs are
 * accepted, because keys are replaced while both sides are running: proof by the current key, old proof by the current
 * key, proof by the old key.
 */
export function signatureOf(call: Proof, { current, old }: ProofKeys, now: Date): Signature {
  const ticks = ticksOf(call.timestamp);
  if (ticks === null || Math.abs(now.getTime() - millisecondsOf(ticks)) > MAX_AGE_MS) return 'wrong';
  const expected = expectedProof(call, ticks);
  if (isSigned(expected, call.proof, current)) return 'current';
  if (isSigned(expected, call.proofOld, current)) return 'rotated';
  return old !== null && isSigned(expected, call.proof, old) ? 'rotated' : 'wrong';
}

/** The bytes that a service signs: each part after its length. */
export function expectedProof(
  { accessToken, url }: Pick<Proof, 'accessToken' | 'url'>,
  ticks: bigint,
): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(ticks);
  return Buffer.concat(
    [Buffer.from(accessToken), Buffer.from(url.toUpperCase()), time].flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
}

/** A time in the ticks of .NET, as in X-WOPI-TimeStamp. */
export const ticksAt = (moment: Date): bigint => BigInt(moment.getTime()) * TICKS_PER_MS + EPOCH_TICKS;

/** @returns null for an invalid time */
function ticksOf(text: string): bigint | null {
  return /^\d{1,19}$/.test(text) ? BigInt(text) : null;
}

const millisecondsOf = (ticks: bigint): number => Number((ticks - EPOCH_TICKS) / TICKS_PER_MS);

function isSigned(expected: Buffer, signature: string, key: KeyObject): boolean {
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.length === 0) return false;
  try {
    return verify('sha256', expected, key, bytes);
  } catch {
    return false;
  }
}

/**
 * A public key from discovery: modulus and exponent, or if these are missing the `value`, a key blob of Windows.
 * @returns null when no key is usable
 */
export function publicKeyOf(given: { modulus: string; exponent: string; value: string }): KeyObject | null {
  const fromBlob = given.modulus === '' || given.exponent === '' ? readKeyBlob(given.value) : null;
  const modulus = fromBlob?.modulus ?? Buffer.from(given.modulus, 'base64');
  const exponent = fromBlob?.exponent ?? Buffer.from(given.exponent, 'base64');
  if (modulus.length < MIN_MODULUS_BYTES || exponent.length === 0) return null;
  try {
    const jwk = { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') };
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch {
    return null;
  }
}

/** 1,024 bits: the length that services create. */
const MIN_MODULUS_BYTES = 128;

/**
 * PUBLICKEYBLOB of RSA: 8 bytes of header, 'RSA1', bits, exponent, modulus, all little-endian ([MS-WCCE] 2.2.2.9.2).
 */
function readKeyBlob(value: string): { modulus: Buffer; exponent: Buffer } | null {
  const blob = Buffer.from(value, 'base64');
  if (blob.length < 20 || blob.toString('latin1', 8, 12) !== 'RSA1') return null;
  const bytes = blob.readUInt32LE(12) / 8;
  const exponent = Buffer.alloc(4);
  exponent.writeUInt32BE(blob.readUInt32LE(16));
  const modulus = Buffer.from(blob.subarray(20, 20 + bytes).toReversed());
  return modulus.length === bytes ? { modulus, exponent } : null;
}
