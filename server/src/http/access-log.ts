import type { FastifyInstance } from 'fastify';

/**
 * One line a request: which call, what came of it, how long it took. Never the address itself: signed
 * addresses, names and search words stand in it.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.config.endpoint?.id ?? request.method;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ call, status: reply.statusCode, ms }, 'request');
  });
}
