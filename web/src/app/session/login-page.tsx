import {
  ArrivalPage,
  ForgotPasswordPage,
  SetPasswordPage,
  SetupPage,
  SignInPage,
} from '../../session/index.ts';
import { LazyPage, PRODUCT, usePageTitle } from '../../shared/index.ts';
import { loadVault } from '../lazy-vault.tsx';
import { commonTexts } from '../../kit/texts.ts';
import { pageTexts } from '../texts.ts';

/**
 * The sign-in page at `/login` of the standalone vault (AUTH-01).
 * @param props.from the path to open after the sign-in
 */
export function LoginPage({ from }: { from: string | undefined }) {
  usePageTitle(pageTexts.signInTitle(PRODUCT));
  return (
    <LazyPage loading={commonTexts.loading}>
      <SignInPage from={from} onInput={() => void loadVault()} />
    </LazyPage>
  );
}

/** The page at `/login/callback`, to which the portal's OpenID Connect issuer returns. */
export function ArrivalLoginPage() {
  usePageTitle(pageTexts.signInTitle(PRODUCT));
  return (
    <LazyPage loading={pageTexts.signingIn}>
      <ArrivalPage />
    </LazyPage>
  );
}

/** The page at `/forgot-password` (GUARD-34). */
export function ForgottenPasswordPage() {
  usePageTitle(pageTexts.passwordTitle(PRODUCT));
  return (
    <LazyPage loading={commonTexts.loading}>
      <ForgotPasswordPage />
    </LazyPage>
  );
}

/** The page at `/set-password` of a one-time address (GUARD-34, DESK-02). */
export function OneTimePasswordPage() {
  usePageTitle(pageTexts.passwordTitle(PRODUCT));
  return (
    <LazyPage loading={commonTexts.loading}>
      <SetPasswordPage />
    </LazyPage>
  );
}

/** The page at `/setup` of a vault without accounts (GUARD-03). */
export function VaultSetupPage() {
  usePageTitle(pageTexts.setupTitle(PRODUCT));
  return (
    <LazyPage loading={commonTexts.loading}>
      <SetupPage />
    </LazyPage>
  );
}
