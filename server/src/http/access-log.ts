import type { FastifyInstance } from 'fastify';

/**
 * One line a request: which call, what came of it, how long it took. Never the address itself: signed
 * addresses, names and search words stand in it.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const call = endpoint?.id ?? request.method;
    const ms = Math.round(reply.elapsedTime);
    // A stream of events lasts as long as a page is open: that is no slow request.
    const time = endpoint?.reply === 'events' ? { openMs: ms } : { ms };
    request.log.info({ call, status: reply.statusCode, ...time }, 'request');
  });
}
