import type { OidcSignIn } from '@vault/contract';
import { beginSignIn } from './flow.ts';
import { signInTrouble } from './problem.ts';

/**
 * Leaves for the issuer.
 * @param from path and query of the place to come back to
 * @returns null when the browser is on its way, else the text that says why it is not
 */
export async function leaveForIssuer(oidc: OidcSignIn, from: string | undefined): Promise<string | null> {
  try {
    location.assign(await beginSignIn(oidc, from));
    return null;
  } catch (error) {
    return signInTrouble(error).text;
  }
}
