import { useEffect } from 'react';
import { SignInPage } from '../session/sign-in-page.tsx';

export function LoginPage() {
  useEffect(() => {
    document.title = 'Sign in – Document Vault';
  }, []);
  return <SignInPage />;
}
