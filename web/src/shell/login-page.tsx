import { Suspense, useEffect } from 'react';
import { PageLoader } from '../kit/index.ts';
import { SignInPage } from '../session/index.ts';

/** `/login` of the standalone mode (AUTH-01). */
export function LoginPage() {
  useEffect(() => {
    document.title = 'Sign in – Document Vault';
  }, []);
  return (
    <Suspense fallback={<PageLoader label="Loading" />}>
      <SignInPage />
    </Suspense>
  );
}
