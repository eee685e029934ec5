import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { NewPasskey, PasskeyAssertion } from '@vault/contract';

/** Flags of authenticator data: user present, user verified, credential data attached (WebAuthn Level 3, 6.1). */
const PRESENT = 0x05;
const WITH_CREDENTIAL = 0x40;

/** A passkey in software: signs as an authenticator does, also what a real one would refuse. */
export interface Authenticator {
  id: string;
  /** @param more `format` and `statement` replace the attestation 'none' */
  register(request: SigningRequest, more?: { format?: string; statement?: Map<string, unknown> }): NewPasskey;
  /** counts each call */
  assert(request: SigningRequest): PasskeyAssertion;
}

interface SigningRequest {
  challenge: string;
  /** such as 'https://vault.example.test' */
  origin: string;
  /** the domain of the vault */
  rpId: string;
}

/** Creates a passkey with an ES256 key. */
export function createAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let count = 0;

  // COSE: key type EC2, algorithm ES256, curve P-256
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ]);

  const dataFor = (rpId: string, flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  };
  const clientData = (type: string, { challenge, origin }: SigningRequest) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id,
    register(request, { format = 'none', statement = new Map() } = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        dataFor(request.rpId, PRESENT | WITH_CREDENTIAL),
        Buffer.alloc(16),
        length,
        credentialId,
        isoCBOR.encode(key),
      ]);
      const attestation = new Map<string, unknown>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(authData)],
      ]);
      const attestationObject = isoCBOR.encode(attestation as never);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', request).toString('base64url'),
          attestationObject: Buffer.from(attestationObject).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    assert(request) {
      count += 1;
      const authenticatorData = dataFor(request.rpId, PRESENT);
      const data = clientData('webauthn.get', request);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      };
    },
  };
}
