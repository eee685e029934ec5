// What a browser loads before it shows something, per page of the web build: the page's script, what that imports
// at once, and the styles. Vite names exactly these in the built page. Parts that load later have no budget.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One budget per page, in gzipped bytes; the measured size and some room for an issue's work. */
const BUDGETS = {
  'index.html': '450 kB',
};

const dist = fileURLToPath(new URL('web/dist/', import.meta.url));
const pages = readdirSync(dist).filter((name) => name.endsWith('.html'));

const unknown = pages.filter((page) => !(page in BUDGETS));
if (unknown.length > 0) throw new Error(`No budget in .size-limit.mjs for ${unknown.join(', ')}`);

export default Object.entries(BUDGETS).map(([page, limit]) => {
  const html = readFileSync(`${dist}${page}`, 'utf8');
  const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);
  if (first.length === 0) throw new Error(`${page} names no script`);
  return { name: page, path: [page, ...first].map((file) => `web/dist/${file}`), limit, gzip: true };
});
