import type { FastifyInstance } from 'fastify';

/** One year, the usual minimum of scanners and preload lists. Other hosts of the domain are not the vault's to decide. */
const HSTS = 'max-age=31536000';

/** JSON is data: no page frames it, and a browser that shows it as a page loads nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/**
 * The headers of every reply. A reply without its own rule for caches is never stored, because most replies contain
 * private data (GUARD-09).
 * @param publicUrl with https, browsers use the vault only with TLS (RFC 6797); null or http sets no such rule
 */
export function setReplyHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string | null }): void {
  const isSecure = publicUrl?.startsWith('https:') === true;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('x-request-id', request.id);
    if (isSecure) reply.header('strict-transport-security', HSTS);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    const type = String(reply.getHeader('content-type') ?? '');
    if (type.startsWith('application/json') && !reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', DATA_POLICY);
    }
  });
}
