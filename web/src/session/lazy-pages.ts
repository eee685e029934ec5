import { lazy } from 'react';

/** Loaded only when a sign-in is needed. */
export const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));

/** Loaded only when a session ends. */
export const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));

/** Loaded only after a sign-in at an issuer. */
export const ArrivalPage = lazy(async () => ({
  default: (await import('./oidc/arrival-page.tsx')).ArrivalPage,
}));
