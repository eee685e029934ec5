import type { FastifyInstance } from 'fastify';

/**
 * One year, the usual minimum of scanners and preload lists. Other hosts of the domain are not the vault's to decide.
 */
const HSTS = 'max-age=31536000';

/** JSON is data: no page frames it, and a browser that shows it as a page loads nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The headers of every reply that do not depend on the request. @param publicUrl as for `setReplyHeaders` */
const securityHeaders = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  ...(publicUrl?.startsWith('https:') === true && { 'strict-transport-security': HSTS }),
});

/** The headers of a reply outside of a route: to a request that cannot be read (GUARD-09). */
export const outsideRoutes = (publicUrl: string | null): Readonly<Record<string, string>> => ({
  ...securityHeaders(publicUrl),
  'cache-control': 'no-store',
  'content-security-policy': DATA_POLICY,
});

/**
 * The headers of every reply. A reply without its own rule for caches is never stored, because most replies contain
 * private data (GUARD-09).
 * @param publicUrl with https, browsers use the vault only with TLS (RFC 6797); null or http sets no such rule
 */
export function setReplyHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string | null }): void {
  const headers = securityHeaders(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('application/json') && !reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', DATA_POLICY);
    }
  });
}
