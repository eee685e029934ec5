import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { BROWSER_AGENT } from '../server/src/testing/client.ts';
import { memoryFolder } from '../tools/memory-folder.ts';
import { chromium } from './support/chromium.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// As in the other tests (docs/decisions/test-speed.md): temporary files in memory, and servers that load their modules
// from a cache.
const temporary = process.env['TMPDIR'] ?? memoryFolder();
if (temporary !== null) process.env['TMPDIR'] = temporary;
process.env['NODE_COMPILE_CACHE'] ??= here('../node_modules/.cache/node');

/**
 * The spec files with a vault of their own. They run first, because a worker has one vault: between other files, such
 * a file would replace it, and the next file would start the common one again.
 */
const WITH_OWN_VAULT = [
  'documents',
  'first-start',
  'forgot-password',
  'office',
  'oidc',
  'second-factor',
  'upload-direct',
].map((name) => `**/${name}.spec.ts`);

/** Journeys run in Debian's Chromium, because Playwright's own browsers cannot be downloaded everywhere. */
export default defineConfig({
  testDir: here('.'),
  projects: [
    { name: 'own vault', testMatch: WITH_OWN_VAULT },
    { name: 'common vault', testMatch: '*.spec.ts', testIgnore: WITH_OWN_VAULT },
  ],
  outputDir: here('../test-results/e2e'),
  forbidOnly: process.env['CI'] === 'true',
  // A journey that passes only at the second attempt is a defect.
  retries: 0,
  // Each worker runs its own server, PostgreSQL, clamd and browser. Three keep two cores busy, because journeys also
  // wait.
  workers: 3,
  timeout: 90_000,
  // Enough for the slowest events: the first document that LibreOffice renders, and a frozen database (a 503 after 10
  // s, a probe of the page after 12 s). All assertions have this limit, so that no journey sets another one.
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: chromium(),
    // The vault counts visits with the default user agent of a headless Chromium as visits of a program.
    userAgent: BROWSER_AGENT,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Animations are off, because clicks miss a dialog that is still growing. Journeys about animations enable them.
    reducedMotion: 'reduce',
    // The time zone is not UTC, so that a time in the wrong zone is detected.
    timezoneId: 'Europe/Berlin',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Traces take a tenth of the total time; TRACE=true keeps those of failed journeys.
    trace: process.env['TRACE'] === 'true' ? 'retain-on-failure' : 'off',
  },
});
