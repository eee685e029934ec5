import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Errors } from './errors.ts';
import { sendFailure } from './failures.ts';
import { contentSecurityPolicy, type PagePolicy } from './page-policy.ts';

/**
 * Serves the built screens. Every address that is neither a call nor a file gets their page, because the screens do
 * their own routing (SHELL-01).
 * @param root the folder of the build; without it only the calls are served
 */
export async function serveScreens(app: FastifyInstance, root: string, policy: PagePolicy): Promise<void> {
  if (!existsSync(root)) return;
  // The pages behind a link contain password forms: no other page can frame them.
  const policyBehindLink = contentSecurityPolicy({
    portalOrigins: [],
    issuerOrigins: () => [],
    storeOrigin: policy.storeOrigin,
  });
  app.addHook('onRequest', async ({ url }, reply) => {
    if (isCall(url)) return;
    reply.header(
      'content-security-policy',
      LINK_PAGE.test(url) ? policyBehindLink : contentSecurityPolicy(policy),
    );
  });
  await serveFiles(app, root);
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (isCall(request.url) || isAsset(request.url) || !acceptsHtml(request.headers.accept)) {
      return sendFailure(reply, Errors.notFound());
    }
    const isBehindLink = LINK_PAGE.test(request.url);
    if (isBehindLink) reply.header('x-robots-tag', 'noindex, nofollow');
    return reply.header('cache-control', 'no-cache').sendFile(isBehindLink ? 'recipient.html' : 'index.html');
  });
}

/** Tables of characters, fonts and decoders for PDFs; a document rarely needs one of them. */
const FILES_OF_PDFJS = 'assets/pdfjs-*/**';

/** Compressed files are sent at the addresses of their originals. */
async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const options: FastifyStaticOptions = {
    root,
    preCompressed: true,
    setHeaders: (response, path) => {
      // Vite puts a hash of the content into the names of the files in assets/.
      const isImmutable = path.includes('/assets/');
      response.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  };
  // Each file is a route, which makes the start of the server longer: so the files of PDF.js have one route together.
  await app.register(fastifyStatic, {
    ...options,
    wildcard: false,
    globIgnore: ['**/*.{br,gz}', FILES_OF_PDFJS],
  });
  const assets = join(root, 'assets');
  if (!existsSync(assets)) return;
  await app.register(fastifyStatic, { ...options, root: assets, prefix: '/assets/', decorateReply: false });
}

/** RECIP-01: the pages behind links have a separate HTML file. */
const LINK_PAGE = /^\/[sr]\//;
const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/wopi/');
/** A file of an older build: its address must not return a page. */
const isAsset = (url: string) => url.startsWith('/assets/');
const acceptsHtml = (accept = '') => accept.includes('text/html') || accept.includes('*/*');
