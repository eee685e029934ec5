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
import { returnPath } from '../session/index.ts';
import { ArrivalLoginPage, LoginPage } from './login-page.tsx';
import { parseQuery, parseVaultSearch, writeQuery } from './vault-search.ts';

interface RouterContext {
  /** false inside a portal's page, where signing in is the portal's matter */
  signsIn: boolean;
}

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const vaultRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/vault',
  validateSearch: parseVaultSearch,
  beforeLoad: ({ location, context }) => {
    if (!context.signsIn || getToken() !== null || sessionGate.isClosed()) return;
    // The start of the vault need not be remembered.
    const from = location.searchStr === '' ? {} : { from: location.href };
    throw redirect({ to: '/login', search: from, replace: true });
  },
  component: lazyRouteComponent(() => import('./vault-page.tsx'), 'VaultPage'),
});

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (raw: Record<string, unknown>): { from?: string } =>
    typeof raw['from'] === 'string' ? { from: raw['from'] } : {},
  beforeLoad: ({ search }) => {
    if (getToken() !== null) throw redirect({ href: returnPath(search.from), replace: true });
  },
  component: LoginPage,
});

/** Where the issuer of the portal's own sign-in sends people back to; reads the address itself. */
const arrivalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login/callback',
  // What the issuer added to the address stays in it.
  validateSearch: (raw: Record<string, unknown>) => raw,
  component: ArrivalLoginPage,
});

/** SHELL-01: unknown routes lead to the area. */
const elsewhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/vault', replace: true });
  },
});

interface AppRouterOptions {
  signsIn: boolean;
  /** where the address is kept; in the browser's address bar when undefined */
  history?: RouterHistory;
}

/** The addresses of the portal's side: `/vault` and `/login`. */
export function createAppRouter({ signsIn, history }: AppRouterOptions) {
  const router = createRouter({
    routeTree: rootRoute.addChildren([vaultRoute, loginRoute, arrivalRoute, elsewhereRoute]),
    context: { signsIn },
    ...(history && { history }),
    parseSearch: parseQuery,
    stringifySearch: writeQuery,
    defaultPendingComponent: () => <PageLoader label="Loading" />,
    defaultPendingMs: 150,
  });
  // The router scrolls the window to its start at every step of the history, also for a dialog's entry (USE-02) and in a
  // portal's page. Given to createRouter, the option would also take over the browser's restoration of scroll positions.
  router.options.scrollRestoration = () => false;
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
