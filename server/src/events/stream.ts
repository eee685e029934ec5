import { Readable } from 'node:stream';
import { type LiveEvent, STREAM_END } from '@vault/contract';
import { type Change, ChangeSet } from './change.ts';

/** The owner of a stream. */
export interface StreamOwner {
  /** id of the caller */
  userId: string;
  /** the token that opened it */
  token: string;
  recordId: string;
  /** client id of the page, which does not receive its own changes; null for none */
  clientId: string | null;
  /** Destroys the reply. */
  destroyReply(): void;
}

/** A client that does not read for this time counts as disconnected. */
const STUCK_MS = 60_000;
/** Time for the client to read the end of a stream. */
const END_MS = 2_000;
/** Maximum number of buffered bytes. */
const BUFFER_BYTES = 4_096;
/** Delay of a browser's EventSource before it reconnects; the screens have their own rule. */
const RETRY_MS = 3_000;

/**
 * The events of one open page as server-sent events. Unread changes are kept as a set, which stays small, and not as
 * text: a slow client receives fewer events and needs no more memory.
 */
export class EventStream extends Readable {
  readonly owner: StreamOwner;
  /** when the access of its owner is checked next, in ms; 0: soon */
  checkAt = 0;
  readonly #waiting = new ChangeSet();
  #isWanted = false;
  #isOver = false;
  #stuckSince: number | null = null;

  constructor(owner: StreamOwner) {
    super({ highWaterMark: BUFFER_BYTES });
    this.owner = owner;
    // The first bytes make proxies forward the start of the reply.
    this.push(`retry: ${RETRY_MS}\n\n`);
  }

  add(change: Change): void {
    if (this.#isOver) return;
    if (change.clientId !== null && change.clientId === this.owner.clientId) return;
    this.#waiting.add(change);
    this.#send();
  }

  /** Keeps the stream alive with a comment, and destroys it when the client does not read. @param now ms */
  beat(now: number): void {
    if (this.#isOver) return;
    if (this.#stuckSince !== null && now - this.#stuckSince > STUCK_MS) this.destroy();
    else if (this.#isWanted) this.#put(': here\n\n');
    else this.#stuckSince ??= now;
  }

  /**
   * Ends the stream like a normal reply, so that the client can open another one. A client that does not read the end
   * is disconnected soon.
   * @param isComplete true when the stream has received all changes until now
   */
  end({ isComplete = false }: { isComplete?: boolean } = {}): void {
    if (this.destroyed || this.#isOver) return;
    this.#isOver = true;
    this.push(this.#waiting.take().map(textOf).join(''));
    if (isComplete) this.push(`: ${STREAM_END}\n\n`);
    this.push(null);
    // The end can still be in the buffer of the reply.
    setTimeout(() => this.owner.destroyReply(), END_MS).unref();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#stuckSince = null;
    this.#send();
  }

  #send(): void {
    if (this.#isOver || !this.#isWanted || this.#waiting.isEmpty) return;
    this.#put(this.#waiting.take().map(textOf).join(''));
  }

  #put(text: string): void {
    this.#isWanted = false;
    this.push(text);
  }
}

function textOf({ type, folderId }: Change): string {
  const event: LiveEvent = folderId === null ? { type } : { type, parentFolderSfid: folderId };
  return `data: ${JSON.stringify(event)}\n\n`;
}
