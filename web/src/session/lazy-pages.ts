import { preloadable } from '../kit/index.ts';

/** The sign-in page; its code is loaded only when a sign-in is needed. */
export const SignInPage = preloadable(async () => (await import('./sign-in-page.tsx')).SignInPage);

/** The sign-in form over a page; its code is loaded only when a session ends. */
export const SignInAgain = preloadable(async () => (await import('./sign-in-again.tsx')).SignInAgain);

/** The callback page; its code is loaded only after a sign-in at an issuer. */
export const ArrivalPage = preloadable(async () => (await import('./oidc/arrival-page.tsx')).ArrivalPage);

/** The page that requests a mail for another password. */
export const ForgotPasswordPage = preloadable(
  async () => (await import('./one-time/forgot-password-page.tsx')).ForgotPasswordPage,
);

/** The page where the first administrator is made. */
export const SetupPage = preloadable(async () => (await import('./one-time/setup-page.tsx')).SetupPage);

/** The page of a one-time address that sets a password. */
export const SetPasswordPage = preloadable(
  async () => (await import('./one-time/set-password-page.tsx')).SetPasswordPage,
);
