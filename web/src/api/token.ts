import { windowStorage } from '../kit/storage/browser-storage.ts';

/**
 * The access token of the signed-in person, removed on the first 401 of any call. On the vault's own page it is stored
 * until the browser's window closes (AUTH-03); inside a portal's page it is in memory only, as the portal passed it.
 */
const STORAGE_KEY = 'vault.token';

interface TokenStore {
  read: () => string | null;
  write: (token: string | null) => void;
}

const ofTheWindow: TokenStore = {
  read: () => windowStorage.getItem(STORAGE_KEY),
  write: (token) => {
    if (token === null) windowStorage.removeItem(STORAGE_KEY);
    else windowStorage.setItem(STORAGE_KEY, token);
  },
};

let store = ofTheWindow;

/**
 * From now on the token is kept in memory alone, and is none at first; the portal's page has a window, too, but it is
 * not ours to write to. What was kept before is forgotten, so that a vault that is opened after another one knows
 * nothing of it.
 */
export function keepTokenInMemory(): void {
  let held: string | null = null;
  store = {
    read: () => held,
    write: (token) => {
      held = token;
    },
  };
}

type Listener = () => void;
const listeners = new Set<Listener>();

export function getToken(): string | null {
  return store.read();
}

/** Keeps the token, or forgets it when null; those who listen hear of every change. */
export function setToken(token: string | null): void {
  if (token === getToken()) return;
  store.write(token);
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
