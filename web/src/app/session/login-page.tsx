import { useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageLoader } from '../../kit/index.ts';
import { ArrivalPage, SignInPage } from '../../session/index.ts';
import { PRODUCT, usePageTitle } from '../../shared/index.ts';
import { commonTexts } from '../../kit/texts.ts';
import { pageTexts } from '../texts.ts';

/** The sign-in page at `/login` of the standalone vault (AUTH-01). */
export function LoginPage() {
  const { from } = useSearch({ from: '/login' });
  usePageTitle(pageTexts.signInTitle(PRODUCT));
  return (
    <Suspense fallback={<PageLoader label={commonTexts.loading} />}>
      <SignInPage from={from} />
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
