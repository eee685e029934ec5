import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { availability, sessionGate, setToken } from '../api/index.ts';
import { stopServer } from './open-vault.tsx';

/** The size of the window, the same as in web/components.config.ts. */
const SIZE = { width: 1440, height: 900 };

// The body has the same class as in index.html.
document.body.className = 'pv-vault';

// All tests of all files share one page, so everything that a test can change is reset.
afterEach(async () => {
  await cleanup();
  await endTraversals();
  setToken(null);
  sessionGate.abandon();
  availability.reset();
  // oxlint-disable-next-line eslint/no-restricted-globals -- the storage of the page is emptied
  localStorage.clear();
  // oxlint-disable-next-line eslint/no-restricted-globals -- as above
  sessionStorage.clear();
  if (innerWidth !== SIZE.width || innerHeight !== SIZE.height) await page.viewport(SIZE.width, SIZE.height);
  vi.useRealTimers();
  stopServer();
});

/**
 * Waits until the page went back as far as the test's screen wanted: a closed dialog goes back in the history, and the
 * browser does this later. The browser keeps the order, so this traversal ends after all others.
 */
async function endTraversals(): Promise<void> {
  history.pushState(null, '', location.href);
  await Promise.allSettled([navigation.back().finished]);
}
