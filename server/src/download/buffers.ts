import { MIB } from '@vault/contract';

/** The memory of one connection: buffers that are filled and sent in turns. */
interface Size {
  buffers: number;
  bytes: number;
}

/** Measured: two big buffers are as fast as three, four times as fast as Node's 64 KiB. */
const FAST: Size = { buffers: 2, bytes: 2 * MIB };
/** For connections beyond FAST_RINGS, so that many slow clients cannot fill the memory. */
const SMALL: Size = { buffers: 2, bytes: 128 * 1024 };
const FAST_RINGS = 8;
/** Buffers that are kept for the next download: new memory costs a page fault every 4 KiB. */
const KEPT_BUFFERS = 4;

const kept: Buffer[] = [];
let fastRings = 0;

/**
 * The buffers of one connection. A buffer is free again when the socket has taken its bytes; `take` waits for that,
 * which is the only backpressure. One call waits at a time.
 */
export class BufferRing {
  readonly #size: Size;
  readonly #free: Buffer[] = [];
  #made = 0;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  /** @param answerBytes the size of the reply: a small reply gets no more memory than it needs */
  constructor(answerBytes: number) {
    const isFast = answerBytes > SMALL.bytes && fastRings < FAST_RINGS;
    if (isFast) fastRings += 1;
    this.#size = isFast ? FAST : { ...SMALL, bytes: Math.min(SMALL.bytes, answerBytes) };
  }

  /** A free buffer. @throws the error given to `fail` */
  async take(): Promise<Buffer> {
    for (;;) {
      if (this.#failure) throw this.#failure;
      const free = this.#free.pop();
      if (free) return free;
      if (this.#made < this.#size.buffers) return this.#make();
      await this.#change();
    }
  }

  returnBuffer(buffer: Buffer): void {
    this.#free.push(buffer);
    this.#wake?.();
  }

  /** Rejects all waiting calls, because the connection is closed. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }

  /** Resolves when every buffer has been returned. @throws the error given to `fail` */
  async drained(): Promise<void> {
    while (this.#free.length < this.#made) {
      if (this.#failure) throw this.#failure;
      await this.#change();
    }
  }

  /** Returns the memory; call it once, when no more bytes are read or sent. */
  release(): void {
    if (this.#size !== FAST) return;
    fastRings -= 1;
    // Only the free buffers: the socket can still hold the others.
    kept.push(...this.#free.splice(0, KEPT_BUFFERS - kept.length));
  }

  #make(): Buffer {
    this.#made += 1;
    const isFast = this.#size === FAST;
    return (isFast ? kept.pop() : undefined) ?? Buffer.allocUnsafeSlow(this.#size.bytes);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
