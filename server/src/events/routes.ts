import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { clientIdOf, serve } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { Hub, type HubDeps } from './hub.ts';
import { publisherOf } from './publisher.ts';

type EventDeps = Omit<HubDeps, 'authenticate'> & { database: Database };

/** Registers the call C56. */
export function eventRoutes(app: FastifyInstance, { database, clock }: EventDeps): void {
  const hub = new Hub({ database, clock, authenticate: app.authenticate });
  // Listens before the first request, so that the history is complete.
  app.addHook('onListen', async () => hub.listen());
  // The server waits for open replies, and streams do not end without this.
  app.addHook('preClose', () => hub.close());
  app.addHook('onClose', () => publisherOf(database.kysely).flush());

  serve(app, contract.events.stream, async ({ params: { recordId }, query, caller, request, reply }) => {
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      // Disables buffering in a reverse proxy.
      .header('x-accel-buffering', 'no');
    // A reply to HEAD would never read and end a stream.
    if (request.method === 'HEAD') return reply.send('');
    const { id: userId, token } = caller;
    const destroyReply = () => reply.raw.destroy();
    const owner = { userId, token, recordId, clientId: clientIdOf(request), destroyReply };
    return reply.send(hub.open(owner, query.missedMs));
  });
}
