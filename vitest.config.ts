import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { chromium, findChromium } from './e2e/support/chromium.ts';
import { componentTests } from './web/components.config.ts';
import { memoryFolder } from './tools/memory-folder.ts';
import { LongestFirst } from './tools/test-order.ts';

// For the workers and all programs that they start, unless the environment names a folder.
const temporary = process.env['TMPDIR'] ?? memoryFolder();
if (temporary !== null) process.env['TMPDIR'] = temporary;

// Programs that the tests start load their modules in half of the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/node');

/** What all projects share. */
const shared = {
  environment: 'node',
  // A high limit, because the many runs of a property can take long on a busy machine.
  testTimeout: 60_000,
  // A worker loads the modules once for all of its files, so a test may not leave anything changed in a module.
  isolate: false,
} as const;

/** The component tests need a browser; only CI fails without one, as for the journeys. */
const browser = process.env['CI'] === 'true' ? chromium() : findChromium();
if (browser === null) process.emitWarning('No Chromium on this machine: the component tests are skipped.');

// One project per package: the server's tests share one PostgreSQL, the others need none.
export default defineConfig({
  test: {
    // By default Vitest leaves a core idle. Two more than cores, because tests wait for disks, databases and timeouts.
    maxWorkers: availableParallelism() + 2,
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
          // All documents are written once before the tests.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Real components: a database that starts, files that are synced.
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.component.test.tsx'],
          // Its tests replace globals such as `document`, which timers of modules use.
          isolate: true,
        },
      },
      ...(browser === null ? [] : [componentTests(browser)]),
      {
        test: {
          ...shared,
          name: 'tools',
          include: ['tools/**/*.test.ts', 'bench/**/*.test.ts'],
        },
      },
    ],
  },
});
