import type { OidcSignIn } from '@vault/contract';
import { beginSignIn } from './flow.ts';
import { issuerProblem } from './problem.ts';

/**
 * Navigates to the issuer.
 * @param from path and query to open after the sign-in
 * @returns null when the navigation has started, otherwise the message of the failure
 */
export async function leaveForIssuer(oidc: OidcSignIn, from: string | undefined): Promise<string | null> {
  try {
    location.assign(await beginSignIn(oidc, from));
    return null;
  } catch (error) {
    return issuerProblem(error).text;
  }
}
