import { useSyncExternalStore } from 'react';
import { getToken, onTokenChange } from './token.ts';

/** Returns the access token of this page, and renders again when it changes; null without a session. */
export const useToken = (): string | null => useSyncExternalStore(onTokenChange, getToken);
