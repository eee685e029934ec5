import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string };
/** With the version, because what is under assets/ is kept for ever. */
const BASE = `assets/pdfjs-${version}`;

/** Character maps, fonts that documents take for granted, and decoders of scanned pages. */
const FOLDERS: Record<string, RegExp> = {
  cmaps: /./,
  standard_fonts: /./,
  // Those that need no WebAssembly, which our Content-Security-Policy does not allow.
  wasm: /_nowasm_fallback\.js$|^LICENSE_(?:PDFJS_)?(?:JBIG2|OPENJPEG)$/,
};
const TYPES: Record<string, string> = { '.js': 'text/javascript' };

/** The files that PDF.js fetches while it shows a document; they are copied beside the build without changes. */
export function pdfjsAssets(): Plugin {
  return {
    name: 'pdfjs-assets',
    generateBundle() {
      for (const path of paths()) {
        const source = readFileSync(join(dirname(packageFile), path));
        this.emitFile({ type: 'asset', fileName: `${BASE}/${path}`, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${BASE}/`, (request, response, next) => {
        const path = paths().find((one) => `/${one}` === request.url?.replace(/\?.*/, ''));
        if (path === undefined) return next();
        response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
        return response.end(readFileSync(join(dirname(packageFile), path)));
      });
    },
  };
}

const paths = () =>
  Object.entries(FOLDERS).flatMap(([folder, wanted]) =>
    readdirSync(join(dirname(packageFile), folder))
      .filter((name) => wanted.test(name))
      .map((name) => `${folder}/${name}`),
  );
