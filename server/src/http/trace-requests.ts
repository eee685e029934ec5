import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RunningSpan, Traces } from '../platform/traces/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null without traces */
    span: RunningSpan | null;
  }
}

const SERVER_ERROR = 500;

/**
 * Makes a span for each request (NODES-11), by the name of the call. Never the address, because it contains signatures,
 * names and search words; `vault.request_id` leads to the log lines.
 * @param trustsCallers whether requests arrive through a trusted proxy; otherwise their traces are not continued
 */
export function traceRequests(app: FastifyInstance, traces: Traces, trustsCallers: boolean): void {
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, reply, done) => {
    const call = nameOf(request);
    const attributes = {
      'http.request.method': request.method,
      'vault.call': call,
      'vault.request_id': request.id,
    };
    const header = request.headers['traceparent'];
    const traceparent = trustsCallers && typeof header === 'string' ? header : undefined;
    const span = traces.start(call, { kind: 'server', attributes, traceparent });
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      span.end({ 'http.response.status_code': statusCode }, statusCode >= SERVER_ERROR);
    });
    request.span = span;
    span.run(done);
  });
  // The body is parsed in the events of the socket, which have no context.
  app.addHook('preValidation', ({ span }, _reply, done) => {
    if (span === null) done();
    else span.run(done);
  });
}

function nameOf({ method, routeOptions }: FastifyRequest): string {
  return routeOptions.config.endpoint?.name ?? method;
}
