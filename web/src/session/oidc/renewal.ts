import { getToken, onTokenChange, setToken } from '../../api/index.ts';
import { forgetIssuerSession, issuerSession, keepIssuerSession, type IssuerSession } from './store.ts';

/**
 * A token is renewed this long before its expiry. A token with a short lifetime is renewed after three quarters of the
 * remaining time.
 */
const EARLY_MS = 60_000;
const RETRY_MS = 15_000;
/** The longest delay that a browser's timer supports, in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;

/** Returns the delay until the renewal of a token, in milliseconds. */
export function renewalDelay(expiresAt: number, now: number): number {
  const left = expiresAt - now;
  return Math.min(Math.max(left - EARLY_MS, left * 0.75, 0), LONGEST_MS);
}

type Renewable = IssuerSession & { refreshToken: string; expiresAt: number };

const isRenewable = (session: IssuerSession | null): session is Renewable =>
  session?.refreshToken !== undefined && session.expiresAt !== undefined;

/**
 * Renews the access token of the issuer before its expiry while a user is signed in. When the issuer refuses, the
 * session ends with the expiry of the token. When the token is removed, the stored session of the issuer is removed
 * too.
 * @param onRenewed called after each renewal
 * @returns a function that stops the renewal
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

/** @returns whether the token was renewed */
async function renew(renewAfter: (ms: number) => void): Promise<boolean> {
  const session = issuerSession();
  if (!isRenewable(session)) return false;
  const token = getToken();
  try {
    const { renewToken } = await import('./flow.ts');
    const renewed = await renewToken(session);
    // The user has signed out during the renewal.
    if (getToken() !== token) return false;
    keepIssuerSession(renewed.session);
    setToken(renewed.accessToken);
    return true;
  } catch (error) {
    // After a refusal there is no further attempt. After a network failure there is, because the network may return
    // before the token expires.
    const isRefused = typeof (error as { error?: unknown } | null)?.error === 'string';
    if (!isRefused && Date.now() < session.expiresAt) renewAfter(RETRY_MS);
    return false;
  }
}
