import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageLoader } from '../../kit/index.ts';
import { ArrivalPage, SignInPage } from '../../session/index.ts';
import { usePageTitle } from '../../shared/index.ts';

const TITLE = 'Sign in – Document Vault';

/** `/login` of the standalone mode (AUTH-01). */
export function LoginPage() {
  const { from } = useSearch({ from: '/login' });
  usePageTitle(TITLE);
  return (
    <Suspense fallback={<PageLoader label="Loading" />}>
      <SignInPage from={from} />
    </Suspense>
  );
}

/** `/login/callback`: the return address for the portal's OpenID Connect issuer. */
export function ArrivalLoginPage() {
  usePageTitle(TITLE);
  return (
    <Suspense fallback={<PageLoader label="Signing in" />}>
      <ArrivalPage />
    </Suspense>
  );
}
