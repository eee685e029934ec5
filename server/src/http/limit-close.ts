import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Errors } from './errors.ts';

/** The time for running requests to end after the server begins to close, in ms (SAFE-26). */
const REQUEST_GRACE_MS = 4_000;

/** The time for the first byte of a connection, in ms: a proxy opens one for a request that is on its way. */
const SILENT_MS = 1_000;

interface LimitCloseOptions {
  /** the time for running requests to end, in ms */
  graceMs?: number;
  /** the time for connections without a byte, in ms */
  silentMs?: number;
}

/**
 * Limits how long `app.close()` waits for connections (SAFE-26): unfinished bodies, replies that are not read,
 * handlers that wait, silent connections.
 *
 * - Connections that wait to be accepted are accepted first: with the listening socket they would be lost, and a client
 *   could not know that nothing was done (NODES-04).
 * - Connections without a byte are closed after `silentMs`. Node itself closes those that were used and are idle.
 * - Running requests have `graceMs` to end. Their reply closes the connection.
 * - New requests are answered with 503.
 * - After `graceMs` all connections are cut, and the number of requests without a complete reply is logged. A cut
 *   request was not acknowledged, so the client repeats it.
 */
export function limitClose(
  app: FastifyInstance,
  { graceMs = REQUEST_GRACE_MS, silentMs = SILENT_MS }: LimitCloseOptions = {},
): void {
  const connections = new Set<Socket>();
  const running = new Set<ServerResponse>();
  let isClosing = false;

  app.server.on('connection', (socket: Socket) => {
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
  const cutSilent = async () => {
    // After a busy turn of the event loop, bytes that have arrived are not read yet.
    await nextTurn();
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  };
  app.addHook('preClose', async () => {
    isClosing = true;
    const timers = [setTimeout(() => void cutSilent(), silentMs).unref(), setTimeout(cut, graceMs).unref()];
    app.server.once('close', () => timers.forEach(clearTimeout));
    await acceptWaiting();
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw Errors.unavailable();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** Resolves after the event loop has accepted all connections that were waiting. */
async function acceptWaiting(): Promise<void> {
  // The first turn can begin after the event loop has looked for connections.
  await nextTurn();
  await nextTurn();
}
