import { Suspense } from 'react';
import { PageLoader } from '../kit/index.ts';
import { useSearch } from '@tanstack/react-router';
import { SignInPage } from '../session/index.ts';
import { usePageTitle } from './host-context.ts';

/** `/login` of the standalone mode (AUTH-01). */
export function LoginPage() {
  const { from } = useSearch({ from: '/login' });
  usePageTitle('Sign in – Document Vault');
  return (
    <Suspense fallback={<PageLoader label="Loading" />}>
      <SignInPage from={from} />
    </Suspense>
  );
}
