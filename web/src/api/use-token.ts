import { useSyncExternalStore } from 'react';
import { getToken, onTokenChange } from './token.ts';

/** Returns the token of the signed-in person; null while nobody is signed in. */
export const useToken = (): string | null => useSyncExternalStore(onTokenChange, getToken);
