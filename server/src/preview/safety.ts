import type { FastifyReply } from 'fastify';

/**
 * What comes from people's files never runs: a browser that shows it as a page gives it an origin of its own, no
 * scripts, no forms and no way to anything else. (`nosniff` is on every answer.)
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

/** Puts the sandbox on an answer; to be called before anything is sent. */
export function sandboxed(reply: FastifyReply): FastifyReply {
  return reply.header('content-security-policy', POLICY);
}
