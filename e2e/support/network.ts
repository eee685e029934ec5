import type { Page, Route } from '@playwright/test';

/** Calls that are held up until they are let through. */
export interface HeldCalls {
  /** resolves when the first one has been made */
  asked: Promise<void>;
  /** lets those that wait and all later ones pass */
  letThrough(): Promise<void>;
}

/** Holds up every call to an address, as a slow network does. */
export async function slowly(page: Page, address: string | RegExp): Promise<HeldCalls> {
  const asked = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  await page.route(address, async (route: Route) => {
    asked.resolve();
    await open.promise;
    // The page may have given the call up meanwhile.
    await route.continue().catch(() => null);
  });
  return {
    asked: asked.promise,
    letThrough: async () => {
      open.resolve();
    },
  };
}

/** Runs something before the first call to an address is sent; later calls are sent at once. */
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
 * A script for a page: its stream of live events (C56) opens never and fails never. Not a route of Playwright: that would
 * carry each request of the page through the test, and the page would have no cache.
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

/**
 * Watches whether a text is ever on the page, however short, also after a reload.
 * @returns a function that tells whether it was, since the page was last loaded
 */
export async function everShown(page: Page, text: string): Promise<() => Promise<boolean>> {
  const watch = `(() => {
    window.vaultSeen = false;
    const look = () => {
      if (document.body?.textContent.includes(${JSON.stringify(text)})) window.vaultSeen = true;
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    look();
  })()`;
  await page.addInitScript({ content: watch });
  await page.evaluate(watch);
  return async () => (await page.evaluate('window.vaultSeen')) === true;
}
