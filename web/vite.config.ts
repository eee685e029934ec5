import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { antDesignStyles } from './ant-design-styles.ts';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';
import { withPageChunks } from './page-chunks.ts';
import { pdfjsAssets } from './pdfjs-assets.ts';
import { withoutSchemas } from './without-schemas.ts';

/** Where `vite dev` sends the calls: a vault server started beside it. */
const SERVER = process.env['VAULT_SERVER'] ?? 'http://127.0.0.1:8080';

/**
 * The parts of Ant Design do not say in their package.json that their modules have no side effects. Without this rule,
 * the form library is loaded with every input (docs/decisions/css.md).
 */
const WITHOUT_SIDE_EFFECTS = /\/node_modules\/(@rc-component|@ant-design)\/.*\.js$/;

const config: UserConfig = {
  root: import.meta.dirname,
  plugins: [react(), withoutSchemas(), antDesignStyles(), pdfjsAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: OLDEST_BROWSERS,
    sourcemap: false,
    // Browsers without modulepreload load the same files a little later.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // `npm run size` checks the size of each page: it knows what is loaded when.
    chunkSizeWarningLimit: Infinity,
    // The pages behind links are an entry of their own: people without an account load nothing of the vault.
    rolldownOptions: {
      input: ['index.html', 'recipient.html'].map((page) => `${import.meta.dirname}/${page}`),
      // Says how long plugins take; the style sheets of Ant Design take more than a tenth.
      checks: { bundlerTimings: false },
      treeshake: { moduleSideEffects: [{ test: WITHOUT_SIDE_EFFECTS, sideEffects: false }] },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/wopi', '/office', '/healthz', '/readyz', '/metrics'].map((path) => [
        path,
        { target: SERVER },
      ]),
    ),
  },
};

export default defineConfig(({ command }) => (command === 'build' ? withPageChunks(config) : config));
