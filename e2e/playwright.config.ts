import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { BROWSER_AGENT } from '../server/src/testing/client.ts';
import { chromium } from './support/chromium.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The journeys in Debian's Chromium; Playwright's own browsers cannot be had everywhere. */
export default defineConfig({
  testDir: here('.'),
  testMatch: '*.spec.ts',
  outputDir: here('../test-results/e2e'),
  forbidOnly: process.env['CI'] === 'true',
  // A journey that only passes at the second try is a bug of ours.
  retries: 0,
  // Each worker runs a server, a PostgreSQL, a clamd and a browser of its own, on two cores.
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromium(),
    // A headless Chromium says that it is one: the vault counts its visits as those of a program.
    userAgent: BROWSER_AGENT,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // A press at a dialog that is still growing misses it; journeys about motion ask for it themselves.
    reducedMotion: 'reduce',
    // Not UTC, so that a time shown in the wrong zone is seen.
    timezoneId: 'Europe/Berlin',
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    screenshot: 'only-on-failure',
    // A trace of every journey costs a tenth of the time of all; TRACE=true records those of the failed ones.
    trace: process.env['TRACE'] === 'true' ? 'retain-on-failure' : 'off',
  },
});
