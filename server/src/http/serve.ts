import { type CallData, type Endpoint, envelopeOf, failureSchema } from '@vault/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { Caller } from './caller.ts';
import { asClient, clientIdOf } from './client-id.ts';
import { authorize, checkRecord } from './gate.ts';

/** What a handler is given: the checked parts of the request, and who asks. */
export interface Call<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  caller: E['access'] extends 'public' | 'visitor' ? null : Caller;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A handler returns the call's data; one that sends bytes returns the reply that it has begun. */
export type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<E['reply'] extends 'bytes' ? FastifyReply : CallData<E>>;

export interface ServeOptions {
  /** refuses before the form is looked at; for calls that no permission flag stands before */
  guard?: (request: FastifyRequest) => Promise<void>;
}

/**
 * Puts one call of the contract on the server: token, permission flag and record first, then the form
 * (contract section 1), then the handler, whose result goes into the envelope.
 */
export function serve<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { guard }: ServeOptions = {},
): void {
  const callers = new WeakMap<FastifyRequest, Caller>();

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    ...(endpoint.maxBodyBytes !== null && { bodyLimit: endpoint.maxBodyBytes }),
    config: { endpoint },
    onRequest: async (request) => {
      await guard?.(request);
      const caller = await authorize(request, endpoint, app.authenticate);
      if (caller === null) return;
      callers.set(request, caller);
      if (endpoint.record?.in === 'params') checkRecord(request, endpoint, caller);
    },
    preValidation: async (request) => {
      const caller = callers.get(request);
      if (caller !== undefined && endpoint.record?.in === 'body') checkRecord(request, endpoint, caller);
    },
    handler: async (request, reply) => {
      const call: Call<E> = {
        params: request.params as z.output<E['params']>,
        query: request.query as z.output<E['query']>,
        body: request.body as z.output<E['body']>,
        // authorize has refused everybody who needs a token and has none
        caller: (callers.get(request) ?? null) as Call<E>['caller'],
        request,
        reply,
      };
      const result = await asClient(clientIdOf(request), () => handler(call));
      return endpoint.reply === 'envelope' ? { code: 200, data: result, errorMessage: null } : reply;
    },
  });
}

function schemaOf(endpoint: Endpoint) {
  const hasBody = !endpoint.body.safeParse(undefined).success || endpoint.body.def.type !== 'undefined';
  return {
    operationId: `${endpoint.area}-${endpoint.id}`,
    tags: [endpoint.area],
    summary: `${endpoint.id} ${endpoint.summary}`,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
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
