import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A portal that uses the package like any other portal: the vault is already built (docs/embedding.md). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 4000,
  },
});
