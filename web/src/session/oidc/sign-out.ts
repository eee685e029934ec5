import { forgetIssuerSession, type IssuerSession } from './store.ts';

/** Signs out at the issuer if it is reachable. The issuer then redirects the browser to the sign-in page. */
export async function signOutAtIssuer(session: IssuerSession): Promise<void> {
  forgetIssuerSession();
  try {
    const { leaveIssuer } = await import('./flow.ts');
    const address = await leaveIssuer(session);
    if (address !== null) location.assign(address);
  } catch {
    // The issuer could not be reached. The failure is ignored, because the session in this vault has already ended.
  }
}
