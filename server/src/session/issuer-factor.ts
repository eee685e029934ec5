/**
 * Whether the issuer says that the person used a second factor (GUARD-33): `amr` contains `mfa` (RFC 8176), or `acr` is
 * one of the accepted values. A JWT access token has these claims by RFC 9068, section 2.2.1.
 * @param accepted values of `acr` (OIDC_SECOND_FACTOR_ACR)
 */
export function showsSecondFactor(
  { acr, amr }: Readonly<Record<string, unknown>>,
  accepted: readonly string[],
): boolean {
  if (Array.isArray(amr) && amr.includes('mfa')) return true;
  return typeof acr === 'string' && accepted.includes(acr);
}
