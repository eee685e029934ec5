import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends, when the server ends, the connections over which nothing was ever asked. Browsers open such ones in advance;
 * Node counts them as busy, and the end of the server would wait for them.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isEnding = false;
  app.server.on('connection', (socket: Socket) => {
    if (isEnding) socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  app.addHook('preClose', async () => {
    isEnding = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
}
