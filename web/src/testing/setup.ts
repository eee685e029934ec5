import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { availability, sessionGate, setToken } from '../api/index.ts';
import { stopServer } from './open-vault.tsx';

/** The size of web/components.config.ts. */
const SIZE = { width: 1440, height: 900 };

// As in index.html.
document.body.className = 'pv-vault';

// All tests of all files share one page: what a test changes is reset.
afterEach(async () => {
  await cleanup();
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
