import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { chromium, findChromium } from './e2e/support/chromium.ts';
import { componentTests } from './web/components.config.ts';
import { filesToIsolate } from './tools/isolated-tests.ts';
import { memoryFolder } from './tools/memory-folder.ts';
import { LongestFirst } from './tools/test-order.ts';

// Sets the temporary folder of the workers and of all programs that they start, unless the environment names one.
const temporary = process.env['TMPDIR'] ?? memoryFolder();
if (temporary !== null) process.env['TMPDIR'] = temporary;

// With this cache, programs that the tests start load their modules in half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

/** The settings of all projects. */
const shared = {
  environment: 'node',
  // The limit is high, because the many runs of a property test can take long on a busy machine.
  testTimeout: 120_000,
  // A worker loads the modules once for all of its files, so a test may not leave anything changed in a module.
  isolate: false,
} as const;

/** The component tests need a browser; only CI fails without one, as for the journeys. */
const browser = process.env['CI'] === 'true' ? chromium() : findChromium();
if (browser === null) process.emitWarning('No Chromium on this machine: the component tests are skipped.');

const WEB_TESTS = 'web/src/**/*.test.{ts,tsx}';
const isolatedWebTests = filesToIsolate(import.meta.dirname, WEB_TESTS);

// There is one project per package, because the tests of the server share one PostgreSQL and the others need none.
export default defineConfig({
  test: {
    // Two more workers than cores, because tests often wait for disks, databases and timeouts. Vitest's default is one
    // less.
    maxWorkers: availableParallelism() + 2,
    // Fewer collections of garbage and no interpreter: 4 and 8 % less CPU time (docs/decisions/test-speed.md).
    execArgv: ['--max-semi-space-size=64', '--always-sparkplug'],
    sequence: { sequencer: LongestFirst },
    // React's warning about tooltips of Ant Design, in development only.
    onConsoleLog: (text) => !text.includes('flushSync was called from inside a lifecycle method'),
    projects: [
      {
        test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] },
      },
      {
        test: {
          ...shared,
          name: 'demo',
          include: ['demo/src/**/*.test.ts'],
          // A long limit, because a hook writes all documents before the tests.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          // The slices of the campaigns need the database, too.
          include: ['server/**/*.test.ts', 'campaign/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Long limits, because the tests use real components: a database and an S3 server that start, files that are
          // synced.
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          include: [WEB_TESTS],
          exclude: ['**/*.component.test.tsx', ...isolatedWebTests],
        },
      },
      {
        test: {
          ...shared,
          name: 'isolated web',
          include: isolatedWebTests,
          // They replace globals such as `document`, which timers of other modules use.
          isolate: true,
        },
      },
      ...(browser === null ? [] : [componentTests(browser)]),
      {
        test: {
          ...shared,
          name: 'tools',
          include: ['tools/**/*.test.ts', 'bench/**/*.test.ts', 'web/*.test.ts'],
        },
      },
    ],
  },
});
