import type { OidcSignIn } from '@vault/contract';

/** C66: the settings of an issuer that a browser needs to sign in. */
export function oidcSignIn({ issuer, clientId, scope, name, resource, parameters }: OidcSignIn): OidcSignIn {
  return { issuer, clientId, scope, name, resource, parameters };
}
