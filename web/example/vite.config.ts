import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { OLDEST_BROWSERS } from '../oldest-browsers.ts';

/** A portal that uses the package like any other portal: the vault is already built (docs/embedding.md). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: OLDEST_BROWSERS,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
  },
});
