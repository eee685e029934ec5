import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { chromium, findChromium } from './e2e/support/chromium.ts';
import { componentTests } from './web/components.config.ts';

/** A high limit, because the many runs of a property can take long on a busy machine. */
const testTimeout = 60_000;

/** The component tests need a browser; only CI fails without one, as for the journeys. */
const browser = process.env['CI'] === 'true' ? chromium() : findChromium();
if (browser === null) process.emitWarning('No Chromium on this machine: the component tests are skipped.');

// One project per package: the server's tests share one PostgreSQL, the others need none.
export default defineConfig({
  test: {
    // By default Vitest leaves a core idle. One more than cores, because tests wait for disks, databases and timeouts.
    maxWorkers: availableParallelism() + 1,
    // React's warning about tooltips of Ant Design, in development only.
    onConsoleLog: (text) => !text.includes('flushSync was called from inside a lifecycle method'),
    projects: [
      {
        test: { name: 'contract', include: ['contract/src/**/*.test.ts'], environment: 'node', testTimeout },
      },
      {
        test: {
          name: 'demo',
          include: ['demo/src/**/*.test.ts'],
          environment: 'node',
          testTimeout,
          // All documents are written once before the tests.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Real components: a database that starts, files that are synced.
          testTimeout,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.component.test.tsx'],
          environment: 'node',
          testTimeout,
        },
      },
      ...(browser === null ? [] : [componentTests(browser)]),
      {
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          testTimeout,
        },
      },
    ],
  },
});
