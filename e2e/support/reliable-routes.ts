import { expect, type Page } from '@playwright/test';

/** An address of the page's own origin that only the browser's interception answers. */
const PROBE = '/is-intercepted';
const SERVED = 'by the server';

/**
 * Makes `page.route` return only when the page's next request is intercepted. Chromium switches a loaded page to
 * interception asynchronously: without this the request of a key pressed right after the first `page.route` can still
 * reach the server. Interception then stays on, because a page that leaves it loses requests that wait in a handler.
 */
export function makeRoutesReliable(page: Page): void {
  const route = page.route.bind(page);
  const unrouteAll = page.unrouteAll.bind(page);
  let hasProbe = false;
  page.route = async (...input) => {
    if (!hasProbe) {
      hasProbe = true;
      await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }));
    }
    const registered = await route(...input);
    if (page.url().startsWith('http'))
      await expect.poll(() => probeOf(page), 'interception').not.toBe(SERVED);
    return registered;
  };
  page.unrouteAll = async (...input) => {
    await unrouteAll(...input);
    hasProbe = false;
  };
}

/** SERVED when the server answered the probe; another text when a route did, or the page cannot send requests. */
const probeOf = (page: Page): Promise<string> =>
  page
    .evaluate<number>(`fetch('${PROBE}').then(({ status }) => status)`)
    .then((status) => (status === 200 || status === 404 ? SERVED : `answered with ${status}`))
    .catch(String);
