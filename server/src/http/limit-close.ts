import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Errors } from './errors.ts';

/** The time for running requests to end after the server begins to close, in ms (SAFE-26). */
const REQUEST_GRACE_MS = 4_000;

interface LimitCloseOptions {
  /** the time for running requests to end, in ms */
  graceMs?: number;
}

/**
 * Limits how long `app.close()` waits for connections (SAFE-26): unfinished bodies, replies that are not read,
 * handlers that wait, silent connections.
 *
 * - Connections without a request are closed immediately. Node closes only those that were used and are idle.
 * - Running requests have `graceMs` to end. Their reply closes the connection.
 * - New requests on open connections are answered with 503.
 * - After `graceMs` all connections are cut, and the number of requests without a complete reply is logged. A cut
 *   request was not acknowledged, so the client repeats it.
 */
export function limitClose(
  app: FastifyInstance,
  { graceMs = REQUEST_GRACE_MS }: LimitCloseOptions = {},
): void {
  const connections = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let isClosing = false;

  app.server.on('connection', (socket: Socket) => {
    if (isClosing) socket.destroy();
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', (_request, response) => {
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (isClosing) app.server.closeIdleConnections();
    });
  });

  const cut = () => {
    if (connections.size === 0) return;
    app.log.warn({ count: running.size, connections: connections.size }, 'Requests aborted at shutdown');
    for (const socket of connections) socket.destroy();
  };
  app.addHook('preClose', async () => {
    isClosing = true;
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    const timer = setTimeout(cut, graceMs).unref();
    app.server.once('close', () => clearTimeout(timer));
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw Errors.unavailable();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}
