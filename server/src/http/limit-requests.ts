import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError, FastifyInstance } from 'fastify';
import { startInactivityLimit } from '../platform/running-limit.ts';
import { answerMalformed } from './failures.ts';

/** The time that a request may take to arrive (GUARD-25), in ms. */
export interface RequestLimits {
  /** from the connection, or the first byte, to the end of the headers and of a body that is not an upload */
  requestMs: number;
  /** without a byte of an upload */
  silenceMs: number;
  /** between two requests of a connection */
  idleMs: number;
  /** between two checks: a limit takes effect this much later */
  checkEveryMs: number;
}

/** `idleMs` is longer than the 60 s after which common proxies close a connection: the vault must not be first. */
export const REQUEST_LIMITS: RequestLimits = {
  requestMs: 30_000,
  silenceMs: 60_000,
  idleMs: 72_000,
  checkEveryMs: 5_000,
};

interface Connection {
  limits: RequestLimits;
  /** responses that have not ended */
  running: Set<ServerResponse>;
  /** the number of responses that have ended */
  ended: number;
  /** checks without a running response */
  idleChecks: number;
  /** the last request whose body is an upload */
  upload: IncomingMessage | null;
}

/** The open connections of all servers of the process. */
const connections = new WeakMap<Socket, Connection>();

/**
 * Closes connections on which no request arrives, however often they send bytes that belong to no request, such as
 * empty lines: Node ends its own timer of an idle connection at the first of them. `endUnfinished` and `limitSilence`
 * need this registration too.
 */
export function limitRequests(app: FastifyInstance, limits: RequestLimits): void {
  const open = new Map<Socket, Connection>();
  app.server.on('connection', (socket: Socket) => {
    const connection = {
      limits,
      running: new Set<ServerResponse>(),
      ended: 0,
      idleChecks: 0,
      upload: null,
    };
    connections.set(socket, connection);
    open.set(socket, connection);
    socket.once('close', () => open.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket);
    connection?.running.add(response);
    response.once('close', () => {
      if (connection === undefined) return;
      connection.running.delete(response);
      connection.ended += 1;
      connection.idleChecks = 0;
    });
  });
  // A request that begins at the end of the pause still has its own time.
  const maxIdleChecks = (limits.idleMs + limits.requestMs) / limits.checkEveryMs;
  const checks = setInterval(() => {
    for (const [socket, connection] of open) {
      if (connection.running.size > 0) continue;
      connection.idleChecks += 1;
      if (connection.idleChecks > maxIdleChecks) socket.destroy();
    }
  }, limits.checkEveryMs).unref();
  app.server.once('close', () => clearInterval(checks));
}

/**
 * Answers a connection error (`clientErrorHandler`): a request that is malformed or has not arrived in time gets a
 * refusal, if no reply has begun, and the connection is closed. An upload continues: `limitSilence` limits it.
 */
export function endUnfinished(
  error: ConnectionError,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  const connection = connections.get(socket);
  const refuse = () => {
    // Bytes between those of a reply would damage it.
    if (connection !== undefined && isReplying(connection)) socket.destroy();
    else answerMalformed(error, socket, headers);
  };
  if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT' || connection === undefined) {
    refuse();
    return;
  }
  if (connection.upload?.complete === false) return;
  const { ended } = connection;
  // While the process was frozen, the rest can have arrived: it is read before this is decided (NODES-04).
  setImmediate(() => {
    if (connection.ended === ended && !hasArrived(connection)) refuse();
  });
}

/** Returns whether a reply has begun and not ended. */
const isReplying = ({ running }: Connection): boolean =>
  [...running].some((response) => response.headersSent && !response.writableFinished);

/** Returns whether all requests that are being answered are complete. */
const hasArrived = ({ running }: Connection): boolean =>
  running.size > 0 && [...running].every(({ req }) => req.complete);

/**
 * Limits an upload by its silence instead of its duration (GUARD-25): closes the connection when no byte has arrived
 * for `silenceMs`. For the reader of the body this is a lost connection. Time in which the server has not read the
 * received bytes does not count.
 */
export function limitSilence(raw: IncomingMessage): void {
  const { socket } = raw;
  const connection = connections.get(socket);
  if (connection === undefined || raw.complete) return;
  connection.upload = raw;
  let { bytesRead } = socket;
  const end = () => {
    if (!raw.complete) raw.destroy();
  };
  const endLimit = startInactivityLimit(connection.limits.silenceMs, end, () => {
    const hasReceived = socket.bytesRead !== bytesRead;
    ({ bytesRead } = socket);
    return hasReceived || raw.readableLength > 0;
  });
  raw.once('close', endLimit);
}
