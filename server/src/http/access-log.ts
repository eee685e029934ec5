import type { FastifyInstance } from 'fastify';

/**
 * Logs one line for each request: the name of the call (the method for other addresses), the status and the duration.
 * Never the address, because it contains signatures, names and search words.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const call = endpoint?.name ?? request.method;
    const ms = Math.round(reply.elapsedTime);
    // An event stream lasts as long as a page is open, so its duration has a separate field.
    const time = endpoint?.reply === 'events' ? { openMs: ms } : { ms };
    request.log.info({ call, status: reply.statusCode, ...time }, 'request');
  });
}
