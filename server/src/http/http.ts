import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@vault/contract';
import { MAX_JSON_BYTES } from '@vault/contract';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Authenticate } from './caller.ts';
import { describeApi } from './api-document.ts';
import { logRequests } from './access-log.ts';
import { followActors } from './actor-context.ts';
import { allowPortals } from './cross-origin.ts';
import { answerFailures, answerUnreadable } from './failures.ts';
import { limitClose } from './limit-close.ts';
import { endUnfinished, limitRequests, REQUEST_LIMITS, type RequestLimits } from './limit-requests.ts';
import type { OperatorAccess } from './operator-access.ts';
import { outsideRoutes, setReplyHeaders } from './reply-headers.ts';
import { validateWithContract } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    /**
     * The start of every address of the vault that leaves the server, without a slash at the end (GUARD-04):
     * PUBLIC_URL, else the address on which the server listens; never taken from a request.
     */
    vaultOrigin(): string;
  }
  interface FastifyRequest {
    /** the result of the call's guard; serve.ts passes it to the handler */
    callContext: Promise<object> | null;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

export interface HttpOptions {
  log: FastifyBaseLogger;
  authenticate: Authenticate;
  /** the address that people use; null: the listening address */
  publicUrl: string | null;
  /** addresses or ranges of the proxies whose X-Forwarded headers count, or their number (GUARD-05); false for none */
  trustProxy: readonly string[] | number | false;
  /** origins of the portals whose pages may make calls */
  portalOrigins: readonly string[];
  /** who may read the API document (GUARD-08) */
  operators: OperatorAccess;
  /** checks replies against the contract too; for tests */
  checkReplies: boolean;
  /** GUARD-25; tests shorten them */
  requestLimits?: Partial<RequestLimits> | undefined;
}

/** An HTTP server without calls: parsing, checks, failures, headers, API document. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const limits = { ...REQUEST_LIMITS, ...options.requestLimits };
  const outside = outsideRoutes(options.publicUrl);
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    // an address that cannot be decoded never reaches a route
    frameworkErrors: (error, _request, reply) => answerUnreadable(error, reply.headers(outside)),
    clientErrorHandler: (error, socket) => endUnfinished(error, socket, outside),
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
  app.decorate('vaultOrigin', () => options.publicUrl ?? listeningOrigin(app));
  followActors(app);
  setReplyHeaders(app, options);
  logRequests(app);
  await allowPortals(app, options.portalOrigins);
  limitClose(app);
  limitRequests(app, limits);
  parseJson(app);
  answerFailures(app);
  validateWithContract(app, options);
  await describeApi(app, options);
  return app;
}

/**
 * The address on which the server listens, such as 'http://127.0.0.1:8080'.
 * @throws Error before it listens
 */
export function listeningOrigin({ server }: FastifyInstance): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The server does not listen on a port');
  const { address, port } = bound;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** The client's address (`request.ip`) is then the last one that no trusted proxy has written. */
const trustedProxies = (proxies: HttpOptions['trustProxy']) =>
  // Fastify itself trusts no proxy of a given number, because it cannot check who connects.
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies && [...proxies];

/** Parses JSON as Fastify does, but accepts an empty body: many clients send a content type without a body. */
function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body.toString(), done);
  });
}
