import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { getToken, sessionGate } from '../api/index.ts';
import { PageLoader } from '../kit/index.ts';
import { beginSession, beginSignIn, returnPath } from '../session/index.ts';
import {
  ArrivalLoginPage,
  ForgottenPasswordPage,
  LoginPage,
  OneTimePasswordPage,
  VaultSetupPage,
} from './session/login-page.tsx';
import { PageFailed, parseQuery, parseVaultSearch, writeQuery } from '../shared/index.ts';
import { commonTexts } from '../kit/texts.ts';

interface RouterContext {
  /** false inside a portal's page, where the portal handles the sign-in */
  signsIn: boolean;
  queryClient: QueryClient;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const vaultRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vault',
  validateSearch: parseVaultSearch,
  beforeLoad: ({ location, context }) => {
    if (!context.signsIn || getToken() !== null || sessionGate.isClosed()) return;
    // An address without parameters is the start page, which opens without a return address too.
    const from = location.searchStr === '' ? {} : { from: location.href };
    throw redirect({ to: '/login', search: from, replace: true });
  },
  loader: ({ context }) => beginSession(context.queryClient),
  component: lazyRouteComponent(() => import('./vault/vault-page.tsx'), 'VaultPage'),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (raw: Record<string, unknown>): { from?: string } =>
    typeof raw['from'] === 'string' ? { from: raw['from'] } : {},
  beforeLoad: ({ search }) => {
    if (getToken() !== null) throw redirect({ href: returnPath(search.from), replace: true });
  },
  loader: ({ context }) => beginSignIn(context.queryClient),
  component: LoginPage,
});

/** The return address for the portal's OpenID Connect issuer. Its page reads the parameters from the address. */
const arrivalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/callback',
  // Keeps the parameters that the issuer added.
  validateSearch: (raw: Record<string, unknown>) => raw,
  component: ArrivalLoginPage,
});

/** GUARD-34: requests a mail for another password. */
const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: ForgottenPasswordPage,
});

/** GUARD-34, DESK-02: the page of a one-time address, whose token is the fragment. */
const setPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-password',
  component: OneTimePasswordPage,
});

/** GUARD-03: the page of the address that a vault without accounts prints at its start. */
const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/setup',
  component: VaultSetupPage,
});

/** SHELL-01: unknown routes redirect to the vault. */
const elsewhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/vault', replace: true });
  },
});

interface AppRouterOptions extends RouterContext {
  /** where the address is stored; in the browser's address bar when undefined */
  history?: RouterHistory;
}

/** The routes for portal users: `/vault`, `/login` and the pages for people who cannot sign in. */
export function createAppRouter({ signsIn, queryClient, history }: AppRouterOptions) {
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      vaultRoute,
      loginRoute,
      arrivalRoute,
      forgotPasswordRoute,
      setPasswordRoute,
      setupRoute,
      elsewhereRoute,
    ]),
    context: { signsIn, queryClient },
    ...(history && { history }),
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultErrorComponent: () => <PageFailed onRetry={() => location.reload()} />,
    defaultPendingComponent: () => <PageLoader label={commonTexts.loading} />,
    defaultPendingMs: 150,
    // The router's default shows the spinner for at least 500 ms, also when the page is loaded after 10 ms (SPEED-12).
    defaultPendingMinMs: 0,
  });
  // Without this the router scrolls the window to the top at every history step, even for the entry of a dialog
  // (USE-02) and in a portal's page. As an argument of createRouter, the option would also replace the browser's scroll
  // restoration.
  router.options.scrollRestoration = () => false;
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
