// Serves the example portal (web/example) like a real portal: from its own origin, with a Content-Security-Policy that
// allows exactly what docs/embedding.md requires.
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { root } from './script.mjs';

const FOLDER = join(root, 'web/example/dist');

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** @param {string} vault the origin of the vault's server */
const policyFor = (vault) =>
  [
    "default-src 'self'",
    `connect-src 'self' ${vault}`,
    `img-src 'self' blob: data:`,
    "style-src 'self' 'unsafe-inline'",
    `font-src 'self' data: ${vault}`,
    'worker-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
  ].join('; ');

/**
 * Serves the example, which must be built (build-web.mjs).
 * @param {{ port: number, vaultOf: () => string }} options port 0 uses a free port; `vaultOf` returns the origin of the
 * vault's server, which may start later
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function servePortal({ port, vaultOf }) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://portal.invalid');
    const name = pathname === '/' ? 'index.html' : normalize(pathname).slice(1);
    const file = join(FOLDER, name);
    if (!file.startsWith(FOLDER) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policyFor(vaultOf()),
    });
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The portal has no TCP address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
