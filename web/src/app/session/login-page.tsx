import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageLoader } from '../../kit/index.ts';
import {
  ArrivalPage,
  ForgotPasswordPage,
  SetPasswordPage,
  SetupPage,
  SignInPage,
} from '../../session/index.ts';
import { PRODUCT, usePageTitle } from '../../shared/index.ts';
import { loadVault } from '../load-vault.ts';
import { commonTexts } from '../../kit/texts.ts';
import { pageTexts } from '../texts.ts';

/** The sign-in page at `/login` of the standalone vault (AUTH-01). */
export function LoginPage() {
  const { from } = useSearch({ from: '/login' });
  usePageTitle(pageTexts.signInTitle(PRODUCT));
  return (
    <Suspense fallback={<PageLoader label={commonTexts.loading} />}>
      <SignInPage from={from} onInput={() => void loadVault()} />
    </Suspense>
  );
}

/** The page at `/login/callback`, to which the portal's OpenID Connect issuer returns. */
export function ArrivalLoginPage() {
  usePageTitle(pageTexts.signInTitle(PRODUCT));
  return (
    <Suspense fallback={<PageLoader label={pageTexts.signingIn} />}>
      <ArrivalPage />
    </Suspense>
  );
}

/** The page at `/forgot-password` (GUARD-34). */
export function ForgottenPasswordPage() {
  usePageTitle(pageTexts.passwordTitle(PRODUCT));
  return (
    <Suspense fallback={<PageLoader label={commonTexts.loading} />}>
      <ForgotPasswordPage />
    </Suspense>
  );
}

/** The page at `/set-password` of a one-time address (GUARD-34, DESK-02). */
export function OneTimePasswordPage() {
  usePageTitle(pageTexts.passwordTitle(PRODUCT));
  return (
    <Suspense fallback={<PageLoader label={commonTexts.loading} />}>
      <SetPasswordPage />
    </Suspense>
  );
}

/** The page at `/setup` of a vault without accounts (GUARD-03). */
export function VaultSetupPage() {
  usePageTitle(pageTexts.setupTitle(PRODUCT));
  return (
    <Suspense fallback={<PageLoader label={commonTexts.loading} />}>
      <SetupPage />
    </Suspense>
  );
}
