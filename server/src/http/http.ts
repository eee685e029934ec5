import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@vault/contract';
import { MAX_JSON_BYTES } from '@vault/contract';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import type { Authenticate } from './caller.ts';
import { describeApi } from './api-document.ts';
import { logRequests } from './access-log.ts';
import { allowPortals } from './cross-origin.ts';
import { answerFailures, answerUnreadable } from './failures.ts';
import { limitClose } from './limit-close.ts';
import { endUnfinished, limitRequests, REQUEST_LIMITS, type RequestLimits } from './limit-requests.ts';
import { validateWithContract } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    /** The origin of this server in the caller's request, without a slash at the end. */
    originOf(request: FastifyRequest): string;
  }
  interface FastifyRequest {
    /** the result of the call's guard; serve.ts passes it to the handler */
    callContext: object | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface HttpOptions {
  log: FastifyBaseLogger;
  authenticate: Authenticate;
  /** the address that callers use, if it is known; otherwise it is taken from each request */
  publicUrl: string | null;
  /** addresses or ranges of the proxies whose X-Forwarded headers count, or their number (GUARD-05); false for none */
  trustProxy: readonly string[] | number | false;
  /** origins of the portals whose pages may make calls */
  portalOrigins: readonly string[];
  /** checks replies against the contract too; for tests */
  checkReplies: boolean;
  /** GUARD-25; tests shorten them */
  requestLimits?: Partial<RequestLimits> | undefined;
}

/** An HTTP server without calls: parsing, checks, failures, headers, API document. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...REQUEST_LIMITS, ...options.requestLimits };
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    // an address that cannot be decoded never reaches a route
    frameworkErrors: (error, _request, reply) => answerUnreadable(error, reply),
    clientErrorHandler: endUnfinished,
    trustProxy: options.trustProxy,
    clientErrorHandler: answerMalformed,
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: MAX_JSON_BYTES,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    // for headers and body together; `endUnfinished` lets uploads continue
    requestTimeout: limits.requestMs,
    http: { headersTimeout: limits.requestMs, connectionsCheckingInterval: limits.checkEveryMs },
    connectionTimeout: 0,
    keepAliveTimeout: limits.idleMs,
    forceCloseConnections: 'idle',
    // limitClose replies to requests during the close, with the envelope of all failures
    return503OnClosing: false,
  });
  app.decorate('authenticate', options.authenticate);
  app.decorateRequest('callContext', null);
  app.decorate(
    'originOf',
    (request: FastifyRequest) => options.publicUrl ?? `${request.protocol}://${request.host}`,
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'no-referrer');
    reply.header('x-request-id', request.id);
  });
  logRequests(app);
  await allowPortals(app, options.portalOrigins);
  limitClose(app);
  limitRequests(app, limits);
  parseJson(app);
  answerFailures(app);
  validateWithContract(app, options);
  await describeApi(app);
  return app;
}

/** The client's address (`request.ip`) is then the last one that no trusted proxy has written. */
const trustedProxies = (proxies: HttpOptions['trustProxy']) =>
  // Fastify itself trusts no proxy of a given number, because it cannot check who connects.
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies && [...proxies];

/** JSON as Fastify parses it, but an empty body is no body: many clients send a content type without one. */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
