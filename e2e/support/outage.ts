import { Messages } from '@vault/contract';
import type { Page, Route } from '@playwright/test';

/** A simulated outage of the vault for one page. */
export interface Outage {
  /** every refused call so far, as method and path */
  refused: string[];
  /** Ends the outage. */
  end(): Promise<void>;
}

type Fault = 503 | 502 | 507 | 'no reply';

const TEXTS: Record<number, string> = { 503: Messages.vaultUnavailable, 507: Messages.storageFull };

const isCall = ({ pathname }: URL) => pathname.startsWith('/api/');

/**
 * Fails the API calls of a page. A 502 is the HTML page of a gateway, not an envelope.
 * @param concerns selects the calls; all of them when absent
 */
export async function breakVault(
  page: Page,
  fault: Fault = 503,
  concerns: (request: { method: string; path: string }) => boolean = () => true,
): Promise<Outage> {
  const refused: string[] = [];
  const refuse = async (route: Route) => {
    const request = route.request();
    const call = { method: request.method(), path: new URL(request.url()).pathname };
    if (!concerns(call)) return route.fallback();
    refused.push(`${call.method} ${call.path}`);
    if (fault === 'no reply') return route.abort('connectionrefused');
    // A portal's page has another origin.
    const headers = { 'retry-after': '5', 'access-control-allow-origin': '*' };
    if (fault === 502) return route.fulfill({ status: 502, headers, body: '<h1>Bad gateway</h1>' });
    const json = { code: fault, data: null, errorMessage: TEXTS[fault] };
    return route.fulfill({ status: fault, headers, json });
  };
  await page.route(isCall, refuse);
  return { refused, end: () => page.unroute(isCall, refuse) };
}

/** The bar that is shown during an outage. */
export const outageBar = (page: Page) =>
  page.getByRole('status').filter({
    hasText: /^(The vault is not available|There is no connection to the vault)/,
  });
