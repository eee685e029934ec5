import { freeBytes } from '../platform/memory/index.ts';
import type { ByteSource } from '../platform/zip/index.ts';

const MIB = 1024 * 1024;
/** The bytes that are kept for a reader that is behind. */
const AHEAD_BYTES = 8 * MIB;
/** The bytes that are kept behind a reader, because windows of a scanner overlap. */
const BEHIND_BYTES = 64 * 1024;
/** A read that waits longer for bytes fails: a slow sender must not occupy a scanner. */
const MAX_WAIT_MS = 10_000;
const NO_BYTES = Buffer.alloc(0);

/**
 * The bytes of a body as a source that can be read while they arrive. Nothing waits for the reader: bytes that it does
 * not read in time are not kept, and it reads them from the stored copy. They are kept in one ring, so that the pieces
 * of the body can be freed when they are stored.
 */
export class ArrivingBytes implements ByteSource {
  readonly sizeBytes: number;
  /** the byte at a position of the body is at the remainder of this position; empty before the first byte */
  #ring = NO_BYTES;
  /** the range of the kept bytes */
  #start = 0;
  #end = 0;
  #readTo = 0;
  #arrivedBytes = 0;
  #arrival = Promise.withResolvers<void>();
  readonly #stored = Promise.withResolvers<ByteSource>();
  #hasEnded = false;
  #isAbandoned = false;

  /** @param sizeBytes the announced length */
  constructor(sizeBytes: number) {
    this.sizeBytes = sizeBytes;
    // Without a reader nobody waits for it.
    this.#stored.promise.catch(() => {});
  }

  /** Adds the next bytes, which are copied. */
  add(piece: Uint8Array): void {
    const isGap = this.#end < this.#arrivedBytes;
    this.#arrivedBytes += piece.length;
    if (this.#hasEnded || isGap || this.#arrivedBytes - this.#readTo > AHEAD_BYTES) return;
    if (this.#ring.length === 0)
      this.#ring = Buffer.allocUnsafeSlow(Math.min(this.sizeBytes, AHEAD_BYTES + BEHIND_BYTES));
    const { length } = this.#ring;
    for (const { at, done, count } of partsOf({
      position: this.#end,
      bytes: piece.length,
      ringBytes: length,
    }))
      this.#ring.set(piece.subarray(done, done + count), at);
    this.#end = this.#arrivedBytes;
    this.#start = Math.max(this.#start, this.#end - length);
    this.#wake();
  }

  /** All bytes have arrived and are stored: the reader gets from `stored` what is not kept. */
  finish(stored: ByteSource): void {
    if (this.#arrivedBytes !== this.sizeBytes) {
      this.abandon();
      return;
    }
    this.#hasEnded = true;
    this.#stored.resolve(stored);
    this.#wake();
  }

  /** The bytes will not be stored, nothing needs their scan, or it has ended: nothing is kept, and all reads fail. */
  abandon(): void {
    this.#hasEnded = true;
    this.#isAbandoned = true;
    freeBytes(this.#ring);
    this.#ring = NO_BYTES;
    this.#start = this.#end;
    this.#stored.reject(endedEarly());
    this.#wake();
  }

  /** @throws when the upload has ended before its last byte, or the bytes arrive too slowly */
  async readAt(target: Uint8Array, position: number): Promise<number> {
    const wanted = target.subarray(0, Math.max(0, this.sizeBytes - position));
    const deadline = performance.now() + MAX_WAIT_MS;
    let done = 0;
    while (done < wanted.length) {
      const at = position + done;
      if (this.#isAbandoned) throw endedEarly();
      if (at >= this.#start && at < this.#end) {
        done += this.#copy(wanted.subarray(done), at);
      } else if (this.#willArrive(at)) {
        await this.#before(deadline, this.#arrival.promise);
      } else {
        const stored = await this.#before(deadline, this.#stored.promise);
        return done + (await stored.readAt(wanted.subarray(done), at));
      }
    }
    return done;
  }

  /** True when the byte at a position is the next one to arrive and will be kept. */
  #willArrive(position: number): boolean {
    return !this.#hasEnded && position === this.#end && this.#end === this.#arrivedBytes;
  }

  /** Copies kept bytes. @returns their number */
  #copy(target: Uint8Array, position: number): number {
    const bytes = Math.min(target.length, this.#end - position);
    for (const { at, done, count } of partsOf({ position, bytes, ringBytes: this.#ring.length }))
      target.set(this.#ring.subarray(at, at + count), done);
    this.#readTo = Math.max(this.#readTo, position + bytes);
    return bytes;
  }

  async #before<T>(deadline: number, work: Promise<T>): Promise<T> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      late.reject(new Error('the bytes arrive too slowly'));
      this.abandon();
    }, deadline - performance.now());
    try {
      return await Promise.race([work, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  #wake(): void {
    this.#arrival.resolve();
    this.#arrival = Promise.withResolvers<void>();
  }
}

/** The parts of a ring that a range of the body has: two where it goes over the end of the ring. */
function* partsOf({ position, bytes, ringBytes }: { position: number; bytes: number; ringBytes: number }) {
  for (let done = 0; done < bytes;) {
    const at = (position + done) % ringBytes;
    const count = Math.min(bytes - done, ringBytes - at);
    yield { at, done, count };
    done += count;
  }
}

const endedEarly = () => new Error('the upload has ended before its last byte was scanned');
