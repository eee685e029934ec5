import type { NewPasskey, PasskeyAssertion, PasskeyOptions } from '@vault/contract';
import type { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { AttestationObject } from '@simplewebauthn/server/helpers';
import type { PasskeyRow } from './factors.queries.ts';

/** The vault towards passkeys: its domain and its origin (WebAuthn Level 3, section 5.1.2). */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** The library takes 5 MiB of memory, so it is loaded with the first passkey (SPEED-10). */
const library = () => import('@simplewebauthn/server');

/** An IP address as `URL` writes it, whatever its spelling was. */
const IP_ADDRESS = /^(?:\[.*\]|[\d.]+)$/;

/**
 * Returns the relying party of an address of the vault; it is never taken from a request (GUARD-04).
 * @param vaultOrigin may have a path
 * @returns null where browsers allow no passkeys: at an IP address, and without TLS unless it is localhost
 */
export function relyingPartyOf(vaultOrigin: string): RelyingParty | null {
  const { hostname, protocol, origin } = new URL(vaultOrigin);
  if (IP_ADDRESS.test(hostname)) return null;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : null;
}

const TIMEOUT_MS = 120_000;
/** EdDSA, ES256 and RS256 (COSE); the library's own list would try experimental algorithms of Node. */
const ALGORITHMS = [-8, -7, -257];

/** The options of a new passkey. Passkeys of the account are excluded, so that a device has one. */
export async function newPasskeyOptions(
  { id }: RelyingParty,
  person: { brand: string; email: string; name: string; passkeys: readonly PasskeyRow[] },
): Promise<PasskeyOptions> {
  const webauthn = await library();
  const options = await webauthn.generateRegistrationOptions({
    rpID: id,
    rpName: person.brand,
    userName: person.email,
    userDisplayName: person.name,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: person.passkeys.map(described),
    // a second factor: the password has verified the person
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  return { ...options };
}

/** The request to the passkeys of an account. */
export async function passkeyRequest(
  { id }: RelyingParty,
  passkeys: readonly PasskeyRow[],
): Promise<PasskeyOptions> {
  const webauthn = await library();
  const options = await webauthn.generateAuthenticationOptions({
    rpID: id,
    timeout: TIMEOUT_MS,
    allowCredentials: passkeys.map(described),
    userVerification: 'preferred',
  });
  return { ...options };
}

const described = ({ credentialId, transports }: PasskeyRow) => ({ id: credentialId, transports });

/** A new passkey, as it is stored. */
export type VerifiedPasskey = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** @returns null for a reply that is malformed, or signed for another challenge, origin or vault */
export async function verifyNewPasskey(
  { id, origin }: RelyingParty,
  { response, challenge }: { response: NewPasskey; challenge: string },
): Promise<VerifiedPasskey | null> {
  const webauthn = await library();
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = response.response.attestationObject;
    if (hasCertificates(decodeAttestationObject(new Uint8Array(Buffer.from(attestation, 'base64url')))))
      return null;
    const { verified, registrationInfo } = await webauthn.verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as unknown as RegistrationResponse,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id: credentialId, publicKey, counter } = registrationInfo.credential;
    const { transports = [] } = response.response;
    return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
  } catch {
    // The library throws for every reply that it does not accept.
    return null;
  }
}

type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AssertionResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/**
 * The vault asks for no attestation. The library would load revocation lists from addresses in the certificates of a
 * caller, so only statements without certificates are read.
 */
function hasCertificates(attestation: AttestationObject): boolean {
  const format: string = attestation.get('fmt');
  return format !== 'none' && !(format === 'packed' && attestation.get('attStmt').get('x5c') === undefined);
}

/**
 * @returns the new counter of the passkey; null for a reply that is malformed, replayed, or signed for something else
 */
export async function verifyAssertion(
  { id, origin }: RelyingParty,
  { response, challenge, passkey }: { response: PasskeyAssertion; challenge: string; passkey: PasskeyRow },
): Promise<number | null> {
  const webauthn = await library();
  try {
    const { verified, authenticationInfo } = await webauthn.verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as unknown as AssertionResponse,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws for every reply that it does not accept.
    return null;
  }
}
