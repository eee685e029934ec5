import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Tests are not timed: a busy machine may take long over the many runs of a property. */
const testTimeout = 60_000;

// One project a package: the server's tests share one PostgreSQL, the others need none.
export default defineConfig({
  test: {
    // Vitest leaves a core idle. One more than cores: the tests wait for disks, databases and limits of time.
    maxWorkers: availableParallelism() + 1,
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
          // Before its tests all documents are written once.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Real parts: a database that starts, files that are synced.
          testTimeout,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 60_000,
        },
      },
      { test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], environment: 'node', testTimeout } },
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
