import type { Page, Route } from '@playwright/test';

/** Calls that are delayed until the test lets them continue. */
export interface HeldCalls {
  /** resolves when the first call has been made */
  firstCall: Promise<void>;
  /** sends the delayed calls, and stops delaying later ones */
  letThrough(): Promise<void>;
}

/** Holds every call to an address, as a slow network does. */
export async function holdCalls(page: Page, address: string | RegExp): Promise<HeldCalls> {
  const firstCall = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  await page.route(address, async (route: Route) => {
    firstCall.resolve();
    await open.promise;
    // The page may have aborted the call.
    await route.continue().catch(() => null);
  });
  return {
    firstCall: firstCall.promise,
    letThrough: async () => {
      open.resolve();
    },
  };
}

/** Runs a function before the first call to an address is sent; later calls are not delayed. */
export async function beforeFirstCall(
  page: Page,
  address: string | RegExp,
  run: () => Promise<unknown>,
): Promise<void> {
  let isFirst = true;
  await page.route(address, async (route) => {
    const mustRun = isFirst;
    isFirst = false;
    if (mustRun) await run();
    await route.continue();
  });
}

/**
 * A script for a page: its event stream (C56) neither opens nor fails. A Playwright route would pass every request of
 * the page through the test and disable its cache.
 */
export const SILENT_EVENTS = `(() => {
  const { fetch } = window;
  const isStream = (request) => /\\/events\\?/.test(String(request?.url ?? request));
  window.fetch = (request, options) => isStream(request)
    ? new Promise((resolve, reject) => {
        const signal = options?.signal ?? request?.signal;
        signal?.addEventListener('abort', () => reject(signal.reason));
      })
    : fetch(request, options);
})()`;
