// The size limits of the web build. In gzipped bytes: the first view of each page (its script, static imports and
// styles, which are exactly the files that Vite lists in the built page), all scripts and styles together, and the
// parts that are loaded with the first PDF, the first Markdown or code, and the first PDF of photos. With Brotli, as
// SPEED-12 has them: the scripts of the Files tab and of the sign-in page.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The measured size of each page, with a reserve for new features. */
const BUDGETS = {
  'index.html': '145 kB',
  // React, and the pages of links up to the password form
  'recipient.html': '86 kB',
};

/** The scripts that a page loads on an empty cache before it shows its content, with Brotli (SPEED-12). */
const FILES_TAB = '250 kB';
const SIGN_IN = '150 kB';

/** All scripts and styles except those of the separate limits below. */
const ALL = '580 kB';

/** PDF.js and its worker. */
const PDF = '560 kB';

const PDF_FILES = ['web/dist/assets/use-pdf-*.js', 'web/dist/assets/pdf.worker-*.js'];

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
 * Returns the scripts of a page that `index.html` loads. A chunk is named after the pages that load it
 * (web/chunk-groups.ts), such as `vault-share`; with `after-vault` it is loaded later.
 * @param {string} page a name of web/page-chunks.ts
 */
function scriptsOf(page) {
  const isOfPage = new RegExp(`(^|-)${page}-`);
  const own = readdirSync(`${dist}assets`).filter(
    (name) => name.endsWith('.js') && isOfPage.test(name.replaceAll(/after-\w+-/g, '')),
  );
  const index = firstViews.find(({ name }) => name.startsWith('index.html'));
  const first = index?.path.filter((path) => path.endsWith('.js')) ?? [];
  return [...new Set([...first, ...own.map((name) => `web/dist/assets/${name}`)])];
}

export default [
  ...firstViews,
  { name: 'Files tab, scripts of the first load', path: scriptsOf('vault'), limit: FILES_TAB, brotli: true },
  {
    name: 'sign-in page, scripts of the first load',
    path: scriptsOf('session'),
    limit: SIGN_IN,
    brotli: true,
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
