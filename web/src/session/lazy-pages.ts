import { lazy } from 'react';

/** Loaded only by those who must sign in. */
export const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));

/** Loaded only when a session ends. */
export const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));

/** Loaded only by those who come back from an issuer. */
export const ArrivalPage = lazy(async () => ({
  default: (await import('./oidc/arrival-page.tsx')).ArrivalPage,
}));
