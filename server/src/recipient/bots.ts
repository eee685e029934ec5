import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';

/** Programs that isbot does not recognise. */
const OTHERS = /safelinks/i;

/**
 * True when a request says that a program sent it, not a person: link previews of messengers, mail scanners, crawlers,
 * tools, and prefetches of a browser (docs/decisions/own-code.md).
 */
export function isBot({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>): boolean {
  if (method === 'HEAD') return true;
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-moz']].join(' ');
  const agent = headers['user-agent'] ?? '';
  return /prefetch|preview|prerender/i.test(purpose) || isbot(agent) || OTHERS.test(agent);
}
