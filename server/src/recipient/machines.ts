import type { FastifyRequest } from 'fastify';

/** Programs that open links which people were sent: previews of messengers, scanners of mail, crawlers, tools. */
const MACHINES =
  /bot\b|crawl|spider|slurp|preview|facebookexternalhit|embedly|whatsapp|imageproxy|safelinks|proofpoint|barracuda|mimecast|forcepoint|trendmicro|urlscan|curl\/|wget\/|python-|go-http-client|java\/|okhttp|axios\//i;

/** Whether a request comes from a program and not from a person, as far as it says so itself. */
export function isMachine({ headers, method }: Pick<FastifyRequest, 'headers' | 'method'>): boolean {
  if (method === 'HEAD') return true;
  const purpose = [headers['sec-purpose'], headers['purpose'], headers['x-moz']].join(' ');
  return /prefetch|preview|prerender/i.test(purpose) || MACHINES.test(headers['user-agent'] ?? '');
}
