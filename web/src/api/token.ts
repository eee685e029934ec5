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
 * Keeps the token in memory only, because the storage of a portal's page belongs to the portal. Removes the token of an
 * earlier vault in this page, so that the next vault does not use it.
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

/** Stores the token, or removes it when null, and calls the listeners after a change. */
export function setToken(token: string | null): void {
  if (token === getToken()) return;
  store.write(token);
  for (const listener of listeners) listener();
}

/** Calls the listener after each change of the token. @returns an unsubscribe function */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the header of all calls except sign-in and signed addresses (T-47). */
export function authHeader(): Record<string, string> {
  const token = getToken();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}
