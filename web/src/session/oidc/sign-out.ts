import { forgetIssuerSession, type IssuerSession } from './store.ts';

/** Takes leave of the issuer as far as it can be reached; it sends the browser back to the sign-in page. */
export async function signOutAtIssuer(session: IssuerSession): Promise<void> {
  forgetIssuerSession();
  try {
    const { leaveIssuer } = await import('./flow.ts');
    const address = await leaveIssuer(session);
    if (address !== null) location.assign(address);
  } catch {
    // The part of the program that knows issuers did not come: here the session has ended all the same.
  }
}
