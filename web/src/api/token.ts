/**
 * The access token of the signed-in user. It lives until the browser's window closes (AUTH-03) and is
 * gone on the first 401, whoever asked.
 */
const STORAGE_KEY = 'vault.token';

type Listener = () => void;
const listeners = new Set<Listener>();

export function getToken(): string | null {
  return sessionStorage.getItem(STORAGE_KEY);
}

/** Keeps the token, or forgets it when null; those who listen hear of every change. */
export function setToken(token: string | null): void {
  if (token === getToken()) return;
  if (token === null) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, token);
  for (const listener of listeners) listener();
}

/** @returns a function that stops listening */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The header that every call but sign-in and signed addresses carries (T-47). */
export function authHeader(): Record<string, string> {
  const token = getToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}
