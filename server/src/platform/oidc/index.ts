export { IssuerUnavailable } from './issuer-unavailable.ts';
export { createIssuer, expiryOf, type Issuer, looksLikeJwt, type VerifiedToken } from './verifier.ts';
