import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';

/** Programs that isbot does not know. */
const OTHERS = /safelinks/i;

/**
 * Whether a request comes from a program and not from a person, as far as it says so itself: previews of messengers,
 * scanners of mail, crawlers, tools, and pages that a browser loads ahead (docs/decisions/own-code.md).
 */
export function isMachine({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>): boolean {
  if (method === 'HEAD') return true;
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-moz']].join(' ');
  const agent = headers['user-agent'] ?? '';
  return /prefetch|preview|prerender/i.test(purpose) || isbot(agent) || OTHERS.test(agent);
}
