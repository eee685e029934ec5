import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, esmExternalRequirePlugin } from 'vite';
import { antDesignStyles } from '../ant-design-styles.ts';
import { OLDEST_BROWSERS } from '../oldest-browsers.ts';
import { withoutSchemas } from '../without-schemas.ts';
import { inlineWorkers, ownAntPrefix, packageFiles, withoutBrowserAddress } from './plugins.ts';

const web = join(import.meta.dirname, '..');

/** Builds the vault as a package for portals with React, which provide React themselves (docs/embedding.md). */
export default defineConfig({
  root: web,
  plugins: [
    react(),
    withoutSchemas(),
    antDesignStyles('pv-ant'),
    inlineWorkers(),
    ownAntPrefix(),
    withoutBrowserAddress(),
    packageFiles(),
    // React is also external for packages that still `require` it.
    esmExternalRequirePlugin({ external: [/^react(-dom)?(\/|$)/] }),
  ],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  worker: { format: 'es', plugins: () => [withoutSchemas()] },
  build: {
    outDir: 'embed/dist',
    emptyOutDir: true,
    target: OLDEST_BROWSERS,
    reportCompressedSize: false,
    // As in web/vite.config.ts.
    rolldownOptions: { checks: { bundlerTimings: false } },
    lib: { entry: 'src/embed.tsx', formats: ['es'], fileName: 'vault', cssFileName: 'vault' },
  },
});
