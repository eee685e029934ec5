import { getToken, onTokenChange, setToken } from '../../api/index.ts';
import { forgetIssuerSession, issuerSession, keepIssuerSession, type IssuerSession } from './store.ts';

/** So long before its end a token is renewed; of a short life, after three quarters of what is left. */
const EARLY_MS = 60_000;
const RETRY_MS = 15_000;
/** Timers cannot run longer. */
const LONGEST_MS = 2 ** 31 - 1;

/** When to renew a token, from now, in milliseconds. */
export function renewalDelay(expiresAt: number, now: number): number {
  const left = expiresAt - now;
  return Math.min(Math.max(left - EARLY_MS, left * 0.75, 0), LONGEST_MS);
}

type Renewable = IssuerSession & { refreshToken: string; expiresAt: number };

const isRenewable = (session: IssuerSession | null): session is Renewable =>
  session?.refreshToken !== undefined && session.expiresAt !== undefined;

/**
 * Renews the access token of the issuer in time, as long as somebody is signed in and the issuer lets them; where it does
 * not, the token's end leads to the sign-in page. What is known of the issuer is forgotten with the token.
 * @param onRenewed another token is there
 * @returns a function that ends it
 */
export function renewInTime(onRenewed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renewAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void renew(renewAfter).then((isRenewed) => isRenewed && onRenewed()), ms);
  };
  const plan = () => {
    clearTimeout(timer);
    if (getToken() === null) return forgetIssuerSession();
    const session = issuerSession();
    if (isRenewable(session)) renewAfter(renewalDelay(session.expiresAt, Date.now()));
  };
  plan();
  const stopListening = onTokenChange(plan);
  return () => {
    clearTimeout(timer);
    stopListening();
  };
}

/** @returns whether there is another token */
async function renew(renewAfter: (ms: number) => void): Promise<boolean> {
  const session = issuerSession();
  if (!isRenewable(session)) return false;
  const token = getToken();
  try {
    const { renewToken } = await import('./flow.ts');
    const renewed = await renewToken(session);
    // Who has signed out meanwhile stays signed out.
    if (getToken() !== token) return false;
    keepIssuerSession(renewed.session);
    setToken(renewed.accessToken);
    return true;
  } catch (error) {
    // The network may be back before the token ends; a refusal stays one.
    const isRefused = typeof (error as { error?: unknown } | null)?.error === 'string';
    if (!isRefused && Date.now() < session.expiresAt) renewAfter(RETRY_MS);
    return false;
  }
}
