import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { PAGES } from './host-page.ts';
import type { OfficeDeps } from './deps.ts';
import { type PageReply, showPage } from './show-page.ts';

/** The windows of opened files: pages for people, by a signed address and without a bearer token. */
export function pageRoutes(app: FastifyInstance, deps: OfficeDeps): void {
  app.get<{ Params: { token: string }; Querystring: Record<string, string | string[]> }>(
    `${PAGES}:token`,
    {
      // the page belongs to the first browser that requests it, so HEAD must not count as that request
      exposeHeadRoute: false,
      schema: {
        tags: ['office'],
        summary: 'The window of a file that is open in the office service (C30); needs no token',
        params: z.object({ token: z.string() }),
      },
    },
    async (request, reply) => {
      const { action } = request.query;
      const page = await showPage(deps, {
        token: request.params.token,
        action: typeof action === 'string' ? action : '',
        origin: app.vaultOrigin(),
        language: languageOf(request),
        browser: (grantId) => cookieOf(request, grantId),
      });
      setSecretCookie(reply, page, app.vaultOrigin().startsWith('https:'));
      return reply
        .status(page.status)
        .header('content-security-policy', page.policy)
        .header('cache-control', 'no-store')
        .header('x-robots-tag', 'noindex, nofollow')
        .type('text/html; charset=utf-8')
        .send(page.html);
    },
  );
}

const cookieName = (grantId: string) => `vault_${grantId}`;

/**
 * The cookie is for this page only; the browser sends it when the page is loaded again or the office program opens it.
 */
function setSecretCookie(reply: FastifyReply, { cookie }: PageReply, isSecure: boolean): void {
  if (cookie === null) return;
  reply.header(
    'set-cookie',
    [
      `${cookieName(cookie.grantId)}=${cookie.secret}`,
      `Path=${PAGES}`,
      `Expires=${cookie.expiresAt.toUTCString()}`,
      'HttpOnly',
      'SameSite=Lax',
      ...(isSecure ? ['Secure'] : []),
    ].join('; '),
  );
}

function cookieOf(request: FastifyRequest, grantId: string): string | null {
  const wanted = `${cookieName(grantId)}=`;
  const found = (request.headers.cookie ?? '').split(/; */).find((cookie) => cookie.startsWith(wanted));
  return found === undefined ? null : found.slice(wanted.length);
}

/** The first language of the browser; null when it sends none. */
function languageOf({ headers }: FastifyRequest): string | null {
  const [first] = (headers['accept-language'] ?? '').split(/[,;]/);
  return /^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(first ?? '') ? (first ?? null) : null;
}
