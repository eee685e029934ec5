import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, esmExternalRequirePlugin } from 'vite';
import { withoutSchemas } from '../without-schemas.ts';
import { inlineWorkers, ownAntPrefix, packageFiles } from './plugins.ts';

const web = join(import.meta.dirname, '..');

/** The vault as a package for portals in React, which bring React themselves (docs/embedding.md). */
export default defineConfig({
  root: web,
  plugins: [
    react(),
    withoutSchemas(),
    inlineWorkers(),
    ownAntPrefix(),
    packageFiles(),
    // It is external also to those parts that still `require` it.
    esmExternalRequirePlugin({ external: [/^react(-dom)?(\/|$)/] }),
  ],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  worker: { format: 'es', plugins: () => [withoutSchemas()] },
  build: {
    outDir: 'embed/dist',
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    lib: { entry: 'src/embed.tsx', formats: ['es'], fileName: 'vault', cssFileName: 'vault' },
  },
});
