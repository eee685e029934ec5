// The size limits of the web build in gzipped bytes: the first view of each page (its script, static imports and
// styles, which are exactly the files that Vite lists in the built page), all scripts and styles together, and the
// parts that are loaded with the first PDF, the first Markdown or code, and the first PDF of photos.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The measured size of each page, with a reserve for new features. */
const BUDGETS = {
  'index.html': '190 kB',
  // React, and the pages of links up to the password form
  'recipient.html': '86 kB',
};

/** The vault with its Files tab, on an empty cache (SPEED-12). */
const FILES_TAB = '375 kB';

/** All scripts and styles except those of the separate limits below. */
const ALL = '610 kB';

/** PDF.js and its worker. */
const PDF = '560 kB';

const PDF_FILES = ['web/dist/assets/use-pdf-*.js', 'web/dist/assets/pdf.worker.*.js'];

/** Loaded with the first preview of Markdown or source code (USE-32). */
const CODE = '100 kB';
const CODE_FILES = ['web/dist/assets/highlighter-*.js', 'web/dist/assets/markdown-page-*.js'];

/** Loaded with the first PDF of photos on a request page (USE-47). */
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

/**
 * A chunk is named after the pages that load it (web/chunk-groups.ts), such as `vault-share`; with `after-vault` it is
 * loaded later.
 */
const ofVault = readdirSync(`${dist}assets`).filter(
  (name) => /\.(js|css)$/.test(name) && /(^|-)vault-/.test(name.replaceAll(/after-\w+-/g, '')),
);

export default [
  ...firstViews,
  {
    name: 'Files tab, first load',
    path: [
      ...new Set([
        ...firstViews.flatMap(({ name, path }) => (name.startsWith('index.html') ? path : [])),
        ...ofVault.map((name) => `web/dist/assets/${name}`),
      ]),
    ],
    limit: FILES_TAB,
    gzip: true,
  },
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
