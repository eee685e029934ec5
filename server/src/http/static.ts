import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Errors } from './errors.ts';
import { sendFailure } from './failures.ts';

/** Other places that the pages have to do with, as origins such as 'https://portal.example.com'. */
export interface PagePolicy {
  /** whose pages may frame the vault */
  portalOrigins: readonly string[];
  /** where people sign in; asked for at each page, for an issuer may tell it only later */
  issuerOrigins: () => readonly string[];
}

const contentSecurityPolicy = ({ portalOrigins, issuerOrigins }: PagePolicy) =>
  [
    "default-src 'self'",
    `connect-src ${["'self'", ...issuerOrigins()].join(' ')}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    // Ant Design writes its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${["'self'", ...portalOrigins].join(' ')}`,
  ].join('; ');

/**
 * The built screens. Every address that is neither a call nor a file leads to them, because the screens route
 * themselves (SHELL-01).
 * @param root the folder of the build; without it only the calls are served
 */
export async function serveScreens(app: FastifyInstance, root: string, policy: PagePolicy): Promise<void> {
  if (!existsSync(root)) return;
  // Who opens a link asks for a password there: nobody else's page may stand around it.
  const policyBehindLink = contentSecurityPolicy({ portalOrigins: [], issuerOrigins: () => [] });
  app.addHook('onRequest', async ({ url }, reply) => {
    if (isCall(url)) return;
    reply.header(
      'content-security-policy',
      LINK_PAGE.test(url) ? policyBehindLink : contentSecurityPolicy(policy),
    );
  });
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    preCompressed: true,
    setHeaders: (response, path) => {
      // Vite names the files under assets/ by their content.
      const lasting = path.includes('/assets/');
      response.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    if (isCall(request.url) || isAsset(request.url) || !acceptsHtml(request.headers.accept)) {
      return sendFailure(reply, Errors.notFound());
    }
    const isBehindLink = LINK_PAGE.test(request.url);
    if (isBehindLink) reply.header('x-robots-tag', 'noindex, nofollow');
    return reply.header('cache-control', 'no-cache').sendFile(isBehindLink ? 'recipient.html' : 'index.html');
  });
}

/** RECIP-01: the pages behind links are an entry of their own. */
const LINK_PAGE = /^\/[sr]\//;
const isCall = (url: string) => url.startsWith('/api/') || url.startsWith('/wopi/');
/** A file of an older build: its address must not answer with a page. */
const isAsset = (url: string) => url.startsWith('/assets/');
const acceptsHtml = (accept = '') => accept.includes('text/html') || accept.includes('*/*');
