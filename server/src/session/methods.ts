import type { OidcSignIn } from '@vault/contract';

/** C66: of the settings of an issuer what a browser needs to sign in there. */
export function oidcSignIn({ issuer, clientId, scope, name, resource, parameters }: OidcSignIn): OidcSignIn {
  return { issuer, clientId, scope, name, resource, parameters };
}
