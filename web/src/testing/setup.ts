import { afterEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { availability, sessionGate, setToken } from '../api/index.ts';
import { stopServer } from './open-vault.tsx';

// As in index.html.
document.body.className = 'pv-vault';

// All tests of all files share one page, so each leaves it as it found it.
afterEach(async () => {
  await cleanup();
  setToken(null);
  sessionGate.abandon();
  availability.reset();
  // oxlint-disable-next-line eslint/no-restricted-globals -- the storage of the page is emptied
  localStorage.clear();
  // oxlint-disable-next-line eslint/no-restricted-globals -- as above
  sessionStorage.clear();
  await page.viewport(1440, 900);
  vi.useRealTimers();
  stopServer();
});
