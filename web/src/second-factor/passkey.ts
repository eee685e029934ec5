import type { NewPasskey, PasskeyAssertion, PasskeyOptions } from '@vault/contract';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { failureText } from '../api/index.ts';
import { secondFactorTexts } from './texts.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Returns whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => browserSupportsWebAuthn();

/** Creates a passkey; the browser asks the person. @throws as the package does; see `passkeyProblem` */
export async function createPasskey(options: PasskeyOptions): Promise<NewPasskey> {
  const { id, rawId, response } = await startRegistration({
    optionsJSON: options as unknown as CreationOptions,
  });
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}

/** Signs a request with a passkey; the browser asks the person. @throws as the package does; see `passkeyProblem` */
export async function signWithPasskey(options: PasskeyOptions): Promise<PasskeyAssertion> {
  const { id, rawId, response } = await startAuthentication({
    optionsJSON: options,
  });
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

/** Returns the text for a failure of the browser, or of the call that sends its reply. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return secondFactorTexts.passkeyExists;
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return secondFactorTexts.passkeyCancelled;
  return error instanceof DOMException || error instanceof WebAuthnError
    ? secondFactorTexts.passkeyFailed
    : failureText(error);
}
