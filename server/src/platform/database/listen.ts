import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ConnectionDeps } from './pool.ts';
import { watchedClient } from './watched-client.ts';

export interface ListenOptions {
  /** the name of the channel, as in NOTIFY */
  channel: string;
  /** Runs on each new connection before it listens; an error closes the connection. */
  prepare?: (client: pg.Client) => Promise<void>;
  onMessage: (payload: string) => void;
  /** Called when listening has started or restarted. Messages sent before were not received. */
  onBegin: () => void;
  /** Called when the connection is lost. Messages are lost until `onBegin`. */
  onLost: () => void;
}

/** A running LISTEN. */
export interface Listening {
  /** Stops listening; it cannot be restarted. */
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** A connection without messages can be dead: it is checked at this interval. */
const PING_EVERY_MS = 15_000;

/**
 * Listens on a channel of PostgreSQL over a dedicated connection. Reconnects when the connection is lost, and as soon
 * as an outage of the database is over.
 */
export function listen(deps: ConnectionDeps, options: ListenOptions): Listening {
  const listener = new Listener(deps, options);
  const running = listener.run();
  return {
    close: async () => {
      listener.end();
      await running;
    },
  };
}

class Listener {
  readonly #deps: ConnectionDeps;
  readonly #options: ListenOptions;
  readonly #Client: typeof pg.Client;
  readonly #ending = new AbortController();
  #client: pg.Client | null = null;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(deps: ConnectionDeps, options: ListenOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#Client = watchedClient('events', deps.liveness);
  }

  async run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#listenOnce().catch((error: unknown) => this.#logLost(error));
      this.#options.onLost();
      await this.#pause();
    }
  }

  end(): void {
    this.#ending.abort();
    // Destroys the socket, because a server that does not reply does not close the connection either.
    this.#client?.connection.stream.destroy();
  }

  /** Never returns. @throws when the connection cannot be opened, is lost or is closed */
  async #listenOnce(): Promise<void> {
    const { channel, prepare, onMessage, onBegin } = this.#options;
    const { target, limits } = this.#deps;
    const client = new this.#Client({
      ...target,
      connectionTimeoutMillis: limits.connectMs,
      keepAlive: true,
    });
    this.#client = client;
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // The promise can reject before it is awaited.
    lost.catch(() => undefined);
    client.on('error', reject);
    client.on('end', () => reject(new Error('Connection ended')));
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    const ping = setInterval(() => void client.query('select 1').catch(reject), PING_EVERY_MS);
    try {
      await Promise.race([client.connect(), lost]);
      await Promise.race([prepare?.(client), lost]);
      await Promise.race([client.query(`listen ${pg.escapeIdentifier(channel)}`), lost]);
      this.#pauseMs = FIRST_PAUSE_MS;
      onBegin();
      await lost;
    } finally {
      clearInterval(ping);
      client.connection.stream.destroy();
    }
  }

  /** Waits before the next attempt: until the end of an outage, or for a growing random time when there is none. */
  async #pause(): Promise<void> {
    const { signal } = this.#ending;
    const { liveness } = this.#deps;
    if (liveness.isAvailable) {
      await sleep(this.#pauseMs * (0.5 + Math.random()), null, { signal }).catch(() => undefined);
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
      return;
    }
    await Promise.race([liveness.available(), aborted(signal)]);
    this.#pauseMs = FIRST_PAUSE_MS;
  }

  #logLost(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    // The error itself is not logged, because it contains the pg client.
    const reason = error instanceof Error ? error.message : String(error);
    this.#deps.log.warn({ reason, channel: this.#options.channel }, 'LISTEN connection lost; reconnecting');
  }
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
