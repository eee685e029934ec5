import { Readable } from 'node:stream';
import type { LiveEvent } from '@vault/contract';
import { type Change, ChangeSet } from './change.ts';

/** Whose stream it is. */
export interface StreamOwner {
  /** of the caller */
  userId: string;
  /** the token that opened it, looked at again and again */
  token: string;
  recordId: string;
  /** the page, whose own changes it is not told; null when it has not named itself */
  clientId: string | null;
  /** Ends the reply, as far as it has got. */
  cut(): void;
}

/** Who takes nothing for so long is gone, or as good as gone. */
const STUCK_MS = 60_000;
/** So long the other side may take over the end of a stream. */
const END_MS = 2_000;
/** Bytes that wait in it at most. */
const BUFFER_BYTES = 4_096;
/** How long a browser's own client waits before it opens a lost stream again; ours has its own rule. */
const RETRY_MS = 3_000;

/**
 * The events of one open page, in the form of server-sent events. It keeps what the other side does not take yet as a
 * set of changes, which stays small, and not as text: a slow reader is told less often, and costs no memory.
 */
export class EventStream extends Readable {
  readonly owner: StreamOwner;
  readonly #waiting = new ChangeSet();
  #isWanted = false;
  #isOver = false;
  #stuckSince: number | null = null;

  constructor(owner: StreamOwner) {
    super({ highWaterMark: BUFFER_BYTES });
    this.owner = owner;
    // Something at once, so that whatever stands in between passes on that it is open.
    this.push(`retry: ${RETRY_MS}\n\n`);
  }

  tell(change: Change): void {
    if (this.#isOver) return;
    if (change.clientId !== null && change.clientId === this.owner.clientId) return;
    this.#waiting.add(change);
    this.#send();
  }

  /** Shows the other side that the stream is alive. Ends it where the other side shows nothing. @param now ms */
  beat(now: number): void {
    if (this.#isOver) return;
    if (this.#stuckSince !== null && now - this.#stuckSince > STUCK_MS) this.destroy();
    else if (this.#isWanted) this.#put(': here\n\n');
    else this.#stuckSince ??= now;
  }

  /** Ends it as a reply ends: the other side may open another one. Who does not take the end is cut off soon. */
  end(): void {
    if (this.destroyed || this.#isOver) return;
    this.#isOver = true;
    this.push(this.#waiting.take().map(textOf).join(''));
    this.push(null);
    // The end may also lie in the reply, which has taken it from here.
    setTimeout(() => this.owner.cut(), END_MS).unref();
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
