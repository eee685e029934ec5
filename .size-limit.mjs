// The weight of the web build in gzipped bytes: what a browser loads before a page shows something (the page's
// script, what that imports at once, and its styles: Vite names exactly these in the built page), all of it, and what
// the first PDF that somebody looks at brings beside that.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Per page what was measured, and room for an issue's work. */
const BUDGETS = {
  'index.html': '310 kB',
  // React, and the pages behind links up to a password form
  'recipient.html': '85 kB',
};

/** Every other script and style: what a person loads who opens every part of the vault. */
const ALL = '530 kB';

/** PDF.js and its worker. */
const PDF = '560 kB';

const PDF_FILES = ['web/dist/assets/use-pdf-*.js', 'web/dist/assets/pdf.worker.*.js'];

/** The first Markdown or source code that is looked at (USE-32). */
const CODE = '100 kB';
const CODE_FILES = ['web/dist/assets/highlighter-*.js', 'web/dist/assets/markdown-page-*.js'];

/** The first photos that become a PDF on a request page (USE-47). */
const PHOTOS = '260 kB';
const PHOTOS_FILES = ['web/dist/assets/photos-to-pdf-*.js'];

const dist = fileURLToPath(new URL('web/dist/', import.meta.url));
const pages = readdirSync(dist).filter((name) => name.endsWith('.html'));

const unknown = pages.filter((page) => !(page in BUDGETS));
if (unknown.length > 0) throw new Error(`No budget in .size-limit.mjs for ${unknown.join(', ')}`);

const firstViews = Object.entries(BUDGETS).map(([page, limit]) => {
  const html = readFileSync(`${dist}${page}`, 'utf8');
  const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
  if (first.length === 0) throw new Error(`${page} names no script`);
  return {
    name: `${page}, first view`,
    path: [page, ...first].map((file) => `web/dist/${file}`),
    limit,
    gzip: true,
  };
});

export default [
  ...firstViews,
  {
    name: 'everything',
    path: [
      'web/dist/assets/*.{js,css}',
      ...[...PDF_FILES, ...CODE_FILES, ...PHOTOS_FILES].map((file) => `!${file}`),
    ],
    limit: ALL,
    gzip: true,
  },
  { name: 'the first PDF', path: PDF_FILES, limit: PDF, gzip: true },
  { name: 'the first Markdown and code', path: CODE_FILES, limit: CODE, gzip: true },
  { name: 'the first PDF of photos', path: PHOTOS_FILES, limit: PHOTOS, gzip: true },
];
