import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { connectionName } from './query-activity.ts';
import { ConnectFailed } from './errors.ts';
import type { Liveness, WatchedConnection } from './liveness.ts';
import { DependencyUnavailable } from '../unavailable.ts';

type Method = (...args: unknown[]) => unknown;
type Connected = (error: Error | null) => void;

/**
 * A pg client with limited waits (SAFE-23): the liveness check closes a dead connection, and while the database is
 * unavailable no new connection is tried. Its application_name is unique.
 * @param pool part of the application_name
 */
export function watchedClient(pool: string, liveness: Liveness): typeof pg.Client {
  return class WatchedClient extends pg.Client implements WatchedConnection {
    readonly name = connectionName(pool);
    isOpen = false;
    #openingSince: number | null = null;
    #querySince: number | null = null;

    constructor(config?: pg.ClientConfig) {
      super(config);
      // Set here and not in a copy of the configuration: there a name in DATABASE_URL would override it, and the copy
      // would have no password, because pg-pool hides it.
      (this as unknown as { connectionParameters: pg.ClientConfig }).connectionParameters.application_name =
        this.name;
      this.once('connect', () => {
        this.isOpen = true;
        this.#openingSince = null;
      });
      // pg emits `drain` after the reply to the last statement.
      this.on('drain', () => {
        this.#querySince = null;
      });
      this.once('end', () => liveness.unwatch(this));
      // The overloads of pg fit no single implementation, so both methods are replaced as values.
      const send = super.query.bind(this) as Method;
      this.query = ((...args: unknown[]) => {
        this.#querySince ??= liveness.now;
        sendTogether(this.connection.stream);
        return isAnsweredByCallback(args) ? send(...args) : sendForPromise(send, args);
      }) as pg.Client['query'];
      const connect = super.connect.bind(this) as Method;
      this.connect = ((callback?: Connected) => {
        if (!liveness.isAvailable) return fail(liveness.unavailable(), callback);
        this.#openingSince = liveness.now;
        liveness.watch(this);
        if (callback === undefined) return orConnectFailed(connect() as Promise<void>);
        return connect((error: unknown) => callback(error instanceof Error ? connectFailed(error) : null));
      }) as pg.Client['connect'];
    }

    get busySince(): number | null {
      return this.#querySince ?? this.#openingSince;
    }

    get bytesRead(): number {
      return (this.connection.stream as Socket).bytesRead;
    }

    destroy(error: Error): void {
      this.connection.stream.destroy(error);
    }
  };
}

/** Whether the caller wants no promise: it gives a callback, or an object that receives the replies, such as a copy. */
const isAnsweredByCallback = (args: readonly unknown[]): boolean =>
  typeof args.at(-1) === 'function' || typeof (args[0] as { submit?: unknown } | null)?.submit === 'function';

/**
 * Sends a statement with a callback and returns a promise. With the promise of pg, V8 keeps the rows of each statement
 * until its next full garbage collection, so each of the frequent small ones takes up to ten times as long
 * (docs/performance.md).
 */
async function sendForPromise(send: Method, args: readonly unknown[]): Promise<unknown> {
  try {
    return await new Promise((resolve, reject) => {
      send(...args, (error: Error | null, result: unknown) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    // As pg does: the stack leads to the caller of the statement, and not to the socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

/** Sends together what is written until the end of the current tick, because each write would wake up PostgreSQL. */
function sendTogether(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Any failure to connect, such as a changed password or an expired certificate, means an unreachable database. */
function connectFailed(error: Error): Error {
  return error instanceof DependencyUnavailable ? error : new ConnectFailed(error);
}

async function orConnectFailed(connected: Promise<void>): Promise<void> {
  try {
    await connected;
  } catch (error) {
    throw error instanceof Error ? connectFailed(error) : error;
  }
}

/**
 * Calls back in the next tick, as pg does for a refused connection: pg-pool serves the next caller within the callback.
 */
function fail(error: Error, callback: Connected | undefined): Promise<never> | undefined {
  if (callback === undefined) return Promise.reject(error);
  process.nextTick(callback, error);
  return undefined;
}
