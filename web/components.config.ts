import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright, type PlaywrightProviderOptions } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { antDesignStyles } from './ant-design-styles.ts';

type LaunchOptions = NonNullable<PlaywrightProviderOptions['launchOptions']>;

/** The packages of the screens and of their tests. */
const PACKAGES = [
  '@ant-design/icons',
  '@cantoo/pdf-lib',
  '@tanstack/react-query',
  'antd',
  'antd/es/date-picker/locale/en_US',
  'antd/es/input/Input',
  'antd/es/input/Password',
  'antd/es/input/TextArea',
  'axe-core',
  'client-zip',
  'dayjs',
  'dayjs/plugin/utc',
  'eventsource-parser',
  'highlight.js/lib/common',
  'markdown-it',
  'oauth4webapi',
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'vitest-browser-react/pure',
  'wouter',
  'wouter/memory-location',
  'wouter/use-browser-location',
  'zod',
  'zustand',
  'zustand/vanilla',
];

/**
 * React as people get it; React for development takes half as much CPU time again. With NODE_ENV 'test', as Vitest sets
 * it, all ids of Ant Design are the same.
 */
const PRODUCTION = { 'process.env.NODE_ENV': JSON.stringify('production') };

/**
 * Creates the Vitest project of the component tests: screens in a real browser, against a fake server
 * (docs/decisions/component-tests.md). The contract's schemas are part of the bundle, unlike in the build, because the
 * fake server checks calls and replies with them.
 * @param launchOptions of the machine's Chromium
 */
export function componentTests(launchOptions: LaunchOptions): TestProjectInlineConfiguration {
  return {
    root: import.meta.dirname,
    plugins: [react(), antDesignStyles()],
    // Everything that the screens load is bundled before the tests. A package that is found later reloads the page, and
    // the modules that it is loading fail.
    optimizeDeps: {
      include: PACKAGES,
      entries: ['src/main.tsx', 'src/**/*.component.test.tsx', 'src/testing/*.{ts,tsx}'],
      rolldownOptions: { transform: { define: PRODUCTION } },
    },
    define: PRODUCTION,
    // React's development build alone has the function that Vite's default calls.
    oxc: { jsx: { development: false } },
    test: {
      name: 'components',
      include: ['src/**/*.component.test.tsx'],
      setupFiles: [join(import.meta.dirname, 'src/testing/setup.ts')],
      // Two pages, each for half of the files: the modules are loaded once, and setup.ts resets what they keep.
      isolate: false,
      maxWorkers: 2,
      // Vitest runs projects with different numbers of workers in groups, one after the other; `npm test` runs this
      // project in a process beside the others (tools/steps.mjs).
      sequence: { groupOrder: 1 },
      // As in the journeys: the first test of a page waits for modules, which takes long on a busy machine.
      testTimeout: 90_000,
      expect: { poll: { timeout: 40_000 } },
      browser: {
        enabled: true,
        headless: true,
        ui: false,
        traceView: false,
        screenshotFailures: false,
        // As in the journeys.
        viewport: { width: 1440, height: 900 },
        provider: playwright({
          launchOptions,
          actionTimeout: 30_000,
          // As in the journeys (e2e/playwright.config.ts).
          contextOptions: {
            locale: 'en-US',
            timezoneId: 'Europe/Berlin',
            reducedMotion: 'reduce',
            permissions: ['clipboard-read', 'clipboard-write'],
          },
        }),
        instances: [{ browser: 'chromium' }],
      },
    },
  };
}
