import { lazy } from 'react';

/** Loaded only by those who must sign in. */
export const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));
