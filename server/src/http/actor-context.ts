import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ActorContext, runAs } from '../platform/actor/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** null before the first hook */
    actorContext: ActorContext | null;
  }
}

/** Gives each request its context of the actor, before anything else looks at it (AUDIT-01). */
export function followActors(app: FastifyInstance): void {
  app.decorateRequest('actorContext', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.actorContext = contextOf(request);
    runAs(request.actorContext, done);
  });
  // The body is parsed in the events of the socket, which have no context.
  app.addHook('preValidation', (request, _reply, done) => {
    runAs(request.actorContext ?? contextOf(request), done);
  });
}

const contextOf = (request: FastifyRequest): ActorContext => ({
  actor: { kind: 'anonymous' },
  requestId: request.id,
  clientAddress: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});
