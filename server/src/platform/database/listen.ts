import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from './log.ts';
import type { Target } from './pool.ts';

export interface ListenOptions {
  /** a name as PostgreSQL's NOTIFY takes it */
  channel: string;
  onMessage: (payload: string) => void;
  /** Listening begins, or begins again: what was told before is not known. */
  onBegin: () => void;
  /** The connection is gone: what is told from now on is lost until `onBegin`. */
  onLost: () => void;
}

/** A running LISTEN. */
export interface Listening {
  /** Ends it for good. */
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A connection over which nothing comes may have been dead for long: it is asked from time to time. */
const PING_EVERY_MS = 15_000;

const CONNECTION = {
  application_name: 'portal-vault-events',
  connectionTimeoutMillis: 10_000,
  query_timeout: 10_000,
  keepAlive: true,
};

/**
 * Listens on a channel of PostgreSQL over a connection of its own (a pool's would be given back), and connects again
 * whenever it is lost.
 */
export function listen(target: Target, log: Log, options: ListenOptions): Listening {
  const listener = new Listener(target, log, options);
  const running = listener.run();
  return {
    close: async () => {
      listener.end();
      await running;
    },
  };
}

class Listener {
  readonly #target: Target;
  readonly #log: Log;
  readonly #options: ListenOptions;
  readonly #ending = new AbortController();
  #client: pg.Client | null = null;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(target: Target, log: Log, options: ListenOptions) {
    this.#target = target;
    this.#log = log;
    this.#options = options;
  }

  async run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#listenOnce().catch((error: unknown) => this.#tell(error));
      this.#options.onLost();
      if (signal.aborted) return;
      await sleep(this.#pauseMs * (0.5 + Math.random()), null, { signal }).catch(() => undefined);
      this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  end(): void {
    this.#ending.abort();
    void this.#client?.end().catch(() => undefined);
  }

  /** @throws always in the end: when the connection cannot be had, is lost, or is ended */
  async #listenOnce(): Promise<void> {
    const { channel, onMessage, onBegin } = this.#options;
    const client = new pg.Client({ ...this.#target, ...CONNECTION });
    this.#client = client;
    const { promise: lost, reject } = Promise.withResolvers<never>();
    // It may be lost, and told so, before anybody waits for it.
    lost.catch(() => undefined);
    client.on('error', reject);
    client.on('end', () => reject(new Error('Connection ended')));
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    const ping = setInterval(() => void client.query('select 1').catch(reject), PING_EVERY_MS);
    try {
      await Promise.race([client.connect(), lost]);
      await Promise.race([client.query(`listen ${pg.escapeIdentifier(channel)}`), lost]);
      this.#pauseMs = FIRST_PAUSE_MS;
      onBegin();
      await lost;
    } finally {
      clearInterval(ping);
      void client.end().catch(() => undefined);
    }
  }

  #tell(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    // Not the error itself, which carries the whole client.
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn({ reason }, 'the connection that hears of changes was lost');
  }
}
