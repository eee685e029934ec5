import { lazy } from 'react';

/** The sign-in page; its code is loaded only when a sign-in is needed. */
export const SignInPage = lazy(async () => ({ default: (await import('./sign-in-page.tsx')).SignInPage }));

/** The sign-in form over a page; its code is loaded only when a session ends. */
export const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));

/** The callback page; its code is loaded only after a sign-in at an issuer. */
export const ArrivalPage = lazy(async () => ({
  default: (await import('./oidc/arrival-page.tsx')).ArrivalPage,
}));

/** The page that requests a mail for another password. */
export const ForgotPasswordPage = lazy(async () => ({
  default: (await import('./one-time/forgot-password-page.tsx')).ForgotPasswordPage,
}));

/** The page where the first administrator is made. */
export const SetupPage = lazy(async () => ({
  default: (await import('./one-time/setup-page.tsx')).SetupPage,
}));

/** The page of a one-time address that sets a password. */
export const SetPasswordPage = lazy(async () => ({
  default: (await import('./one-time/set-password-page.tsx')).SetPasswordPage,
}));
