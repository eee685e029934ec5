import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { type Change, ChangeSet } from './change.ts';
import { messagesOf } from './messages.ts';
import { notify } from './queries.ts';

/** Changes within this time are sent together: an upload of a thousand files gives only a few events. */
const WINDOW_MS = 50;
const RETRY_MS = 1_000;

/** Sends the changes of this process to all processes of a database: soon, in batches, and without duplicates. */
export class Publisher {
  readonly #kysely: Kysely<DB>;
  readonly #waiting = new ChangeSet();
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(kysely: Kysely<DB>) {
    this.#kysely = kysely;
  }

  publish(change: Change): void {
    this.#waiting.add(change);
    this.#begin(WINDOW_MS);
  }

  /** Sends the waiting changes now. Never throws: after a failure they are sent later. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#sending = this.#sending.then(() => this.#sendWaiting());
    await this.#sending;
  }

  #begin(delayMs: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref();
  }

  async #sendWaiting(): Promise<void> {
    if (this.#waiting.isEmpty) return;
    const changes = this.#waiting.take();
    try {
      await notify(this.#kysely, messagesOf(changes));
    } catch {
      // The outage of the database is logged elsewhere. The changes were not sent and are kept.
      for (const change of changes) this.#waiting.add(change);
      this.#begin(RETRY_MS);
    }
  }
}

const publishers = new WeakMap<Kysely<DB>, Publisher>();

/** Returns the single publisher of this process for a database. */
export function publisherOf(kysely: Kysely<DB>): Publisher {
  const publisher = publishers.get(kysely) ?? new Publisher(kysely);
  publishers.set(kysely, publisher);
  return publisher;
}
