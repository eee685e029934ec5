import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends, when the server ends, the connections over which nothing was ever asked, and those over which something is
 * answered at that moment, as soon as it is. Browsers open the former in advance, and keep the latter for their next
 * request: Node closes only those that are idle in one moment, and the end of the server would wait for all others.
 */
export function endUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let isEnding = false;
  app.server.on('connection', (socket: Socket) => {
    if (isEnding) socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    response.once('close', () => {
      if (isEnding) app.server.closeIdleConnections();
    });
  });
  app.addHook('preClose', async () => {
    isEnding = true;
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
  });
}
