import * as z from 'zod';
import { optional, text } from './kinds.ts';

/** The portal's own sign-in by OpenID Connect. */
export interface OidcConfig {
  /** null: local accounts only */
  oidc: {
    /** without a slash at the end, unless the issuer writes it so */
    issuer: string;
    clientId: string;
    /** for whom the access tokens are made */
    audience: string;
    /** what is asked for at the sign-in */
    scope: string;
  } | null;
}

export const oidcSchema = z.object({
  OIDC_ISSUER: optional(z.url({ protocol: /^https?$/, error: 'must be an http or https address' })),
  OIDC_CLIENT_ID: optional(text),
  OIDC_AUDIENCE: optional(text),
  OIDC_SCOPE: optional(text),
});

export function oidcConfig(settings: z.infer<typeof oidcSchema>): OidcConfig {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings;
  if (issuer === undefined || clientId === undefined) return { oidc: null };
  return {
    oidc: {
      issuer,
      clientId,
      audience: settings.OIDC_AUDIENCE ?? clientId,
      scope: settings.OIDC_SCOPE ?? 'openid profile email',
    },
  };
}
