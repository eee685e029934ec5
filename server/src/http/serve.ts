import {
  type Access,
  type CallData,
  type Endpoint,
  envelopeOf,
  failureSchema,
  needsToken,
} from '@vault/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Caller } from './caller.ts';
import { asClient, clientIdOf } from './client-id.ts';
import { type AccountEndpoint, authorize, checkRecord } from './authorize.ts';
import { RecentCallers } from './recent-callers.ts';

/** The parts of a request that the contract's schemas have checked. */
interface CheckedRequest<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What a handler receives: the checked request, and the signed-in caller if the call needs one. */
export type Call<E extends AccountEndpoint> = CheckedRequest<E> & CallerContext<E>;
type CallerContext<E extends AccountEndpoint> = E['access'] extends 'public' ? object : { caller: Caller };

/** A handler returns the call's data; one that sends bytes returns its reply. */
type Handler<E extends Endpoint, Context extends object> = (
  call: CheckedRequest<E> & Context,
) => Promise<E['reply'] extends 'bytes' ? FastifyReply : CallData<E>>;

/**
 * Reads the data of a call that depends on its parameters only. For a caller who made the call a short time ago, it
 * runs while the access is checked, which saves a round trip to the database (SPEED-03). The data are sent only when
 * the access is given.
 * @returns null when the handler must read them
 */
type ReadEarly<E extends Endpoint> = (
  call: Pick<CheckedRequest<E>, 'params' | 'query'>,
) => Promise<CallData<E>> | null;

/** Checks a request before its body is read. */
export interface Guard<A extends Access, Context extends object> {
  /** the access of the guarded calls; a call with another access does not compile */
  access: A;
  /** @returns what the handler receives @throws VaultError when the request is refused */
  enter: (request: FastifyRequest) => Promise<Context>;
}

/**
 * Adds a call of the contract to the server: first token, permission flag and record, then the form (contract section
 * 1), then the handler, whose result is sent in the envelope.
 * @param readEarly replaces the handler where it returns data
 */
export function serve<E extends AccountEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, CallerContext<E>>,
  readEarly?: ReadEarly<E>,
): void {
  const early = readEarly && { read: readEarly, callers: new RecentCallers(endpoint) };
  addRoute<E, { caller: Caller | null }>(app, endpoint, {
    async enter(request) {
      const caller = await authorize(request, endpoint, app.authenticate);
      if (caller !== null && endpoint.record?.in === 'params') await checkRecord(request, endpoint, caller);
      early?.callers.add(request);
      return { caller };
    },
    ...(endpoint.record?.in === 'body' && {
      checkBody: async (request, { caller }) => {
        if (caller !== null) await checkRecord(request, endpoint, caller);
      },
    }),
    // authorize refuses a call that needs a token and has none
    handler: handler as Handler<E, { caller: Caller | null }>,
    ...(early && { early }),
  });
}

/** Adds a call whose callers have no account: first its guard, then the form, then the handler. */
export function serveGuarded<E extends Endpoint, Context extends object>(
  app: FastifyInstance,
  endpoint: E,
  guard: Guard<E['access'], Context>,
  handler: Handler<E, Context>,
): void {
  addRoute(app, endpoint, { enter: guard.enter, handler });
}

interface RouteSteps<E extends Endpoint, Context extends object> {
  /** before the body is read */
  enter: (request: FastifyRequest) => Promise<Context>;
  /** after the body is read, before its form is checked */
  checkBody?: (request: FastifyRequest, context: Context) => Promise<void>;
  handler: Handler<E, Context>;
  /** `callers`: for whom `enter` will probably succeed */
  early?: { read: ReadEarly<E>; callers: RecentCallers };
}

function addRoute<E extends Endpoint, Context extends object>(
  app: FastifyInstance,
  endpoint: E,
  { enter, checkBody, handler, early }: RouteSteps<E, Context>,
): void {
  // `enter` has been called, because Fastify runs onRequest before all other hooks of a request.
  const contextOf = ({ callContext }: FastifyRequest) => callContext as Promise<Context>;

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    ...(endpoint.maxBodyBytes !== null && { bodyLimit: endpoint.maxBodyBytes }),
    config: { endpoint },
    // The form can be checked before the access, but the refusal of the access is sent first.
    attachValidation: early !== undefined,
    onRequest: async (request) => {
      const entering = enter(request);
      request.callContext = entering;
      if (early?.callers.has(request) === true) ignoreFailure(entering);
      else await entering;
    },
    ...(checkBody && {
      preValidation: async (request: FastifyRequest) => checkBody(request, await contextOf(request)),
    }),
    handler: async (request, reply) => {
      const checked: CheckedRequest<E> = {
        params: request.params as z.output<E['params']>,
        query: request.query as z.output<E['query']>,
        body: request.body as z.output<E['body']>,
        request,
        reply,
      };
      const { validationError } = request;
      const reading = validationError === undefined ? early?.read(checked) : null;
      if (reading) ignoreFailure(reading);
      const context = await contextOf(request);
      if (validationError !== undefined) throw validationError;
      const call = { ...checked, ...context };
      const result = await (reading ?? asClient(clientIdOf(request), () => handler(call)));
      return endpoint.reply === 'envelope' ? { code: 200, data: result, errorMessage: null } : reply;
    },
  });
}

/** Prevents an unhandled rejection: the promise can be rejected before it is awaited. */
function ignoreFailure(promise: Promise<unknown>): void {
  promise.catch(() => {});
}

function schemaOf(endpoint: Endpoint) {
  const hasBody = !endpoint.body.safeParse(undefined).success || endpoint.body.def.type !== 'undefined';
  return {
    operationId: endpoint.name,
    tags: [endpoint.area],
    summary: `${endpoint.id} ${endpoint.summary}`,
    security: needsToken(endpoint) ? [{ bearer: [] }] : [],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(hasBody && { body: endpoint.body }),
    response: {
      ...(endpoint.reply === 'envelope' && { 200: envelopeOf(endpoint.data) }),
      '4xx': failureSchema,
      '5xx': failureSchema,
    },
  };
}
