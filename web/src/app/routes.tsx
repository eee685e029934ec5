import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { useStore } from 'zustand';
import { sessionGate, useToken } from '../api/index.ts';
import { beginSignIn, returnPath } from '../session/index.ts';
import { HOME, parseQuery, useQueryText, writeQuery } from '../shared/index.ts';
import { LazyVault } from './lazy-vault.tsx';
import {
  ArrivalLoginPage,
  ForgottenPasswordPage,
  LoginPage,
  OneTimePasswordPage,
  VaultSetupPage,
} from './session/login-page.tsx';

/** The pages of the standalone vault: `/vault`, `/login` and the pages for people who cannot sign in. */
export function Routes() {
  return (
    <Switch>
      <Route path={HOME}>
        <SignedInVault />
      </Route>
      <Route path="/login">
        <SignIn />
      </Route>
      {/* The return address for the portal's OpenID Connect issuer. */}
      <Route path="/login/callback">
        <ArrivalLoginPage />
      </Route>
      {/* GUARD-34: requests a mail for another password. */}
      <Route path="/forgot-password">
        <ForgottenPasswordPage />
      </Route>
      {/* GUARD-34, DESK-02: the page of a one-time address, whose token is the fragment. */}
      <Route path="/set-password">
        <OneTimePasswordPage />
      </Route>
      {/* GUARD-03: the page of the address that a vault without accounts prints at its start. */}
      <Route path="/setup">
        <VaultSetupPage />
      </Route>
      {/* SHELL-01: unknown routes redirect to the vault. */}
      <Route>
        <Redirect to={HOME} replace />
      </Route>
    </Switch>
  );
}

/** The vault; without a session it redirects to the sign-in page, unless it waits for another sign-in (USE-03). */
function SignedInVault() {
  const token = useToken();
  const isWaiting = useStore(sessionGate.state, ({ isClosed }) => isClosed);
  const query = useQueryText();
  if (token !== null || isWaiting) return <LazyVault />;
  // An address without parameters is the start page, which opens without a return address too.
  const from = query === '' ? {} : { from: HOME + query };
  return <Redirect to={`/login${writeQuery(from)}`} replace />;
}

/** The sign-in page; with a session it redirects to the address that was opened first (AUTH-03). */
function SignIn() {
  const queryClient = useQueryClient();
  const { from } = parseQuery(useQueryText());
  const isSignedIn = useToken() !== null;
  useEffect(() => {
    if (!isSignedIn) beginSignIn(queryClient);
  }, [queryClient, isSignedIn]);
  return isSignedIn ? <Redirect to={returnPath(from)} replace /> : <LoginPage from={from} />;
}
