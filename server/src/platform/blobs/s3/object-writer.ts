import { freeBytes } from '../../memory/index.ts';
import type { WriteOptions } from '../blobs.ts';
import { StorageFailed } from '../storage-failed.ts';
import { deleteObject } from './delete-object.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { Multipart } from './multipart.ts';
import { putObject } from './put-object.ts';
import type { S3Calls } from './s3-calls.ts';
import type { WriteMemory } from './write-memory.ts';

/** Parts that are sent while the next one is collected. */
const PARTS_AT_ONCE = 2;
/** How long a write waits for memory, in ms; then its sender gets a 503. */
const MEMORY_WAIT_MS = 30_000;

export interface ObjectWriterDeps {
  calls: S3Calls;
  memory: WriteMemory;
  /** whether the ETag of an object is the MD5 of its bytes; not so in stores that encrypt with keys of a service */
  hasMd5Etags: boolean;
  /** the size of a part; at least 5 MiB, the limit of S3 for all parts but the last */
  partBytes: number;
}

/**
 * Writes one object. What was not yet acknowledged by S3 is kept in memory, so that it can be sent again; an object
 * longer than a part becomes a multipart upload. The caller always ends it with `finish` or `discard`.
 *
 * Before the first byte it takes memory for one part, or for the whole of a smaller object, and keeps it until the end:
 * of many concurrent writes, those that have begun can always go on, and the others wait. Parts that are sent while the
 * next one is collected use further memory only when no other write needs it.
 */
export class ObjectWriter {
  readonly #deps: ObjectWriterDeps;
  readonly #name: string;
  readonly #ownsPieces: boolean;
  readonly #memory: MemoryBudget;
  /** the memory for the bytes that are collected */
  readonly #shareBytes: number;
  #hasShare = false;
  readonly #stop = new AbortController();
  #pieces: Uint8Array[] = [];
  #collectedBytes = 0;
  #multipart: Multipart | undefined;
  readonly #sending: Promise<void>[] = [];
  #isPut = false;

  constructor(
    name: string,
    deps: ObjectWriterDeps,
    { ownsPieces = false, expectedBytes = Infinity }: Pick<WriteOptions, 'ownsPieces' | 'expectedBytes'> = {},
  ) {
    this.#deps = deps;
    this.#name = name;
    this.#ownsPieces = ownsPieces;
    this.#memory = deps.memory.for(expectedBytes);
    this.#shareBytes = Math.min(deps.partBytes, expectedBytes);
  }

  /** Appends pieces; one call at a time. @throws StorageFailed, StorageFull */
  async append(pieces: readonly Uint8Array[]): Promise<void> {
    const { partBytes } = this.#deps;
    await this.#takeShare();
    for (const piece of pieces) {
      for (let at = 0; at < piece.length;) {
        // A full part is sent with the next byte only: an object of one part needs no multipart upload.
        if (this.#collectedBytes === partBytes) await this.#sendPart();
        const next = piece.subarray(at, at + partBytes - this.#collectedBytes);
        this.#pieces.push(next);
        this.#collectedBytes += next.length;
        at += next.length;
      }
    }
  }

  /** Resolves when the object is stored. @throws StorageFailed, StorageFull */
  async finish(): Promise<void> {
    if (this.#multipart === undefined) return this.#putObject();
    await this.#sendPart();
    await Promise.all(this.#sending);
    this.#giveShare();
    await this.#multipart.complete();
  }

  /**
   * Ends running requests and removes what was stored. If that fails, `deleteUnfinished` or the sweep of all blobs
   * removes it later.
   */
  async discard(): Promise<void> {
    this.#stop.abort(new Error('The write has failed'));
    await Promise.allSettled(this.#sending);
    this.#pieces = [];
    this.#giveShare();
    const { calls } = this.#deps;
    if (this.#multipart !== undefined) await this.#multipart.abort().catch(() => {});
    else if (this.#isPut) await deleteObject(calls, this.#name).catch(() => {});
  }

  async #takeShare(): Promise<void> {
    if (this.#hasShare) return;
    if (!(await this.#memory.take(this.#shareBytes, MEMORY_WAIT_MS))) {
      throw new StorageFailed({ operation: 'put part', pathKind: 'unfinished blob' }, 'ENOBUFS');
    }
    this.#hasShare = true;
  }

  #giveShare(): void {
    if (this.#hasShare) this.#memory.give(this.#shareBytes);
    this.#hasShare = false;
  }

  /** Takes the collected bytes. */
  #taken(): Buffer {
    const bytes = Buffer.concat(this.#pieces, this.#collectedBytes);
    if (this.#ownsPieces) this.#pieces.forEach(freeBytes);
    this.#pieces = [];
    this.#collectedBytes = 0;
    return bytes;
  }

  async #putObject(): Promise<void> {
    const bytes = this.#taken();
    const { calls, hasMd5Etags } = this.#deps;
    this.#isPut = true;
    await putObject(calls, { name: this.#name, bytes, hasMd5Etag: hasMd5Etags });
    this.#giveShare();
  }

  /** Starts to send the collected bytes; waits while too many parts are on the way, or their memory is missing. */
  async #sendPart(): Promise<void> {
    this.#multipart ??= await Multipart.begin(this.#deps.calls, this.#name, this.#stop.signal);
    const bytes = this.#taken();
    if (!this.#memory.tryTake(bytes.length)) return this.#multipart.send(bytes, this.#stop.signal);
    const sending = this.#multipart
      .send(bytes, this.#stop.signal)
      .finally(() => this.#memory.give(bytes.length));
    // A failure is reported by the next `append` or by `finish`; until then it must not count as unhandled.
    sending.catch(() => {});
    this.#sending.push(sending);
    if (this.#sending.length > PARTS_AT_ONCE) await this.#sending.shift();
  }
}
