import { contract } from '@vault/contract';
import type { FastifyInstance } from 'fastify';
import { clientIdOf, serve } from '../http/index.ts';
import type { Database, Log } from '../platform/database/index.ts';
import { Hub } from './hub.ts';
import { publisherOf } from './publisher.ts';

/** C56 */
export function eventRoutes(app: FastifyInstance, { database, log }: { database: Database; log: Log }): void {
  const hub = new Hub({ database, log, authenticate: app.authenticate });
  // Before anybody can ask: whoever does is told what changed since.
  app.addHook('onListen', async () => hub.listen());
  // The server waits for its replies to end; these would not by themselves.
  app.addHook('preClose', () => hub.close());
  app.addHook('onClose', () => publisherOf(database.kysely).flush());

  serve(app, contract.events.stream, async ({ params: { recordId }, query, caller, request, reply }) => {
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store, no-transform')
      // What stands in front shall pass each event on at once.
      .header('x-accel-buffering', 'no');
    // Who only asks what it is like would never end a stream.
    if (request.method === 'HEAD') return reply.send('');
    const { id: userId, token } = caller;
    const cut = () => reply.raw.destroy();
    const owner = { userId, token, recordId, clientId: clientIdOf(request), cut };
    return reply.send(hub.open(owner, query.missedMs));
  });
}
