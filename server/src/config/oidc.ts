import * as z from 'zod';
import { type Environment, missingWith } from './environment.ts';
import { optional, text, withDefault } from './kinds.ts';
import { isLoopbackHost } from './loopback.ts';

/** The portal's own sign-in by OpenID Connect (docs/sign-in.md). */
export interface OidcConfig {
  /** null: local accounts only */
  oidc: OidcSettings | null;
}

export interface OidcSettings {
  /** exactly in the issuer's form, because tokens are compared with it character by character */
  issuer: string;
  clientId: string;
  /** the audience of the access tokens */
  audience: string;
  /** the scopes that are requested at the sign-in */
  scope: string;
  /** the name on the button of the sign-in page */
  name: string;
  /** the resource indicator of the vault (RFC 8707), for issuers that need it; null for none */
  resource: string | null;
  /** further parameters of the authorization request */
  parameters: Record<string, string>;
  /** the claims with the permissions and the records of a person */
  permissionsClaim: string;
  recordsClaim: string;
  /** values of `acr` that mean a second factor (GUARD-33) */
  secondFactorAcr: readonly string[];
}

/** The parameters that the vault sets: another value would break the sign-in or its security. */
const OWN_PARAMETERS = new Set([
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'nonce',
  'redirect_uri',
  'request',
  'request_uri',
  'resource',
  'response_mode',
  'response_type',
  'scope',
  'state',
]);

const isIssuer = (value: string) => {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username, password } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname));
  return isSafe && [search, hash, username, password].every((part) => part === '');
};

const wordsOf = (value: string) => value.split(/\s+/).filter((word) => word !== '');

const parametersOf = (value: string) => Object.fromEntries(new URLSearchParams(value));

export const oidcSchema = z.object({
  OIDC_ISSUER: optional(
    text.refine(
      isIssuer,
      'must be an https address such as https://login.example.com (http only on a loopback address), without query and fragment',
    ),
    {
      description:
        'Address of the OpenID Connect issuer, exactly as the issuer writes it; see docs/sign-in.md',
      whenUnset: 'local accounts only',
      example: 'https://login.example.com',
    },
  ),
  OIDC_CLIENT_ID: optional(text, {
    description: 'Id of the vault as a client of the issuer; required with OIDC_ISSUER',
    whenUnset: 'local accounts only',
    example: 'portal-vault',
  }),
  OIDC_AUDIENCE: optional(text, {
    description: 'Audience (aud) that access tokens must have',
    whenUnset: 'OIDC_RESOURCE, else OIDC_CLIENT_ID',
    example: 'https://vault.example.com',
  }),
  OIDC_SCOPE: withDefault(
    text.refine((value) => value.split(/\s+/).includes('openid'), 'must contain the word openid'),
    'openid profile email',
    { description: 'Scopes that the vault requests at sign-in' },
  ),
  OIDC_NAME: optional(text.max(60, 'must be at most 60 characters').regex(/^\P{Cc}+$/u, 'must be one line'), {
    description: 'Name of the issuer on the button of the sign-in page, at most 60 characters',
    whenUnset: 'host name of OIDC_ISSUER',
    example: 'Example Portal',
  }),
  OIDC_RESOURCE: optional(
    text.refine((value) => URL.canParse(value) && !value.includes('#'), 'must be an absolute URI'),
    {
      description: 'Resource indicator of the vault (RFC 8707), for issuers that need it',
      whenUnset: 'the vault sends no resource indicator',
      example: 'https://vault.example.com',
    },
  ),
  OIDC_PARAMETERS: optional(
    text.refine(
      (value) => Object.keys(parametersOf(value)).every((name) => !OWN_PARAMETERS.has(name)),
      'must be name=value&name=value without parameters that the vault sets (such as scope or redirect_uri)',
    ),
    {
      description: 'Further parameters of the authorization request',
      whenUnset: 'no further parameters',
      example: 'audience=https%3A%2F%2Fvault.example.com&prompt=select_account',
    },
  ),
  OIDC_PERMISSIONS_CLAIM: withDefault(text, 'vault_permissions', {
    description: "Claim of the access token that holds a person's permissions",
  }),
  OIDC_RECORDS_CLAIM: withDefault(text, 'vault_records', {
    description: "Claim of the access token that holds a person's records",
  }),
  OIDC_SECOND_FACTOR_ACR: optional(text.max(1000, 'must be at most 1000 characters'), {
    description:
      'Values of the claim acr with which the issuer says that a second factor was used, separated by spaces; the vault requests them at sign-in. Used with REQUIRE_SECOND_FACTOR=true',
    whenUnset: 'the claim amr must contain mfa',
    example: 'urn:example:mfa phr',
  }),
});

type Settings = z.infer<typeof oidcSchema>;

export function oidcConfig(settings: Settings): OidcConfig {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined || clientId === undefined) return { oidc: null };
  const secondFactorAcr = wordsOf(settings.OIDC_SECOND_FACTOR_ACR ?? '');
  return {
    oidc: {
      issuer,
      clientId,
      audience: settings.OIDC_AUDIENCE ?? settings.OIDC_RESOURCE ?? clientId,
      scope: settings.OIDC_SCOPE,
      name: settings.OIDC_NAME ?? new URL(issuer).hostname,
      resource: settings.OIDC_RESOURCE ?? null,
      parameters: {
        ...parametersOf(settings.OIDC_PARAMETERS ?? ''),
        ...(secondFactorAcr.length > 0 && { acr_values: secondFactorAcr.join(' ') }),
      },
      permissionsClaim: settings.OIDC_PERMISSIONS_CLAIM,
      recordsClaim: settings.OIDC_RECORDS_CLAIM,
      secondFactorAcr,
    },
  };
}

/**
 * An incomplete configuration is an error, not a disabled sign-in.
 * @returns one sentence per problem
 */
export const missingOidcSettings = (environment: Environment): string[] =>
  missingWith(environment, Object.keys(oidcSchema.shape), ['OIDC_ISSUER', 'OIDC_CLIENT_ID']);
