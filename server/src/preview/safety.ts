import type { FastifyReply } from 'fastify';

/**
 * Files of users never run: a browser that shows one as a page gives it an opaque origin, no scripts, no forms and no
 * connections. (`nosniff` is set on every reply.)
 */
const POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** Sets the sandbox policy on a reply; to be called before anything is sent. */
export function sandboxed(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', POLICY);
}
