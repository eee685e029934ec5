import { freeBytes } from '../../memory/index.ts';
import type { WriteOptions } from '../blobs.ts';
import { StorageFailed } from '../storage-failed.ts';
import { deleteObject } from './delete-object.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { Multipart } from './multipart.ts';
import { putObject } from './put-object.ts';
import type { S3Calls } from './s3-calls.ts';

/** Parts that are sent while the next one is collected. */
const PARTS_AT_ONCE = 2;
/** How long a write waits for memory, in ms; then its sender gets a 503. */
const MEMORY_WAIT_MS = 30_000;

export interface ObjectWriterDeps {
  calls: S3Calls;
  memory: MemoryBudget;
  /** whether the ETag of an object is the MD5 of its bytes; not so in stores that encrypt with keys of a service */
  hasMd5Etags: boolean;
  /** the size of a part; at least 5 MiB, the limit of S3 for all parts but the last */
  partBytes: number;
}

/**
 * Writes one object. What was not yet acknowledged by S3 is kept in memory, so that it can be sent again; an object
 * longer than a part becomes a multipart upload. The caller always ends it with `finish` or `discard`.
 */
export class ObjectWriter {
  readonly #deps: ObjectWriterDeps;
  readonly #name: string;
  readonly #ownsPieces: boolean;
  readonly #stop = new AbortController();
  #pieces: Uint8Array[] = [];
  #collectedBytes = 0;
  #multipart: Multipart | undefined;
  readonly #sending: Promise<void>[] = [];
  #isPut = false;

  constructor(
    name: string,
    deps: ObjectWriterDeps,
    { ownsPieces = false }: Pick<WriteOptions, 'ownsPieces'> = {},
  ) {
    this.#deps = deps;
    this.#name = name;
    this.#ownsPieces = ownsPieces;
  }

  /** Appends pieces; one call at a time. @throws StorageFailed, StorageFull */
  async append(pieces: readonly Uint8Array[]): Promise<void> {
    const { partBytes } = this.#deps;
    for (const piece of pieces) {
      for (let at = 0; at < piece.length;) {
        // A full part is sent with the next byte only: an object of one part needs no multipart upload.
        if (this.#collectedBytes === partBytes) await this.#sendPart();
        const next = piece.subarray(at, at + partBytes - this.#collectedBytes);
        await this.#collect(next);
        at += next.length;
      }
    }
  }

  /** Resolves when the object is stored. @throws StorageFailed, StorageFull */
  async finish(): Promise<void> {
    if (this.#multipart === undefined) return this.#putObject();
    await this.#sendPart();
    await Promise.all(this.#sending);
    await this.#multipart.complete();
  }

  /**
   * Ends running requests and removes what was stored. If that fails, `deleteUnfinished` or the sweep of all blobs
   * removes it later.
   */
  async discard(): Promise<void> {
    this.#stop.abort(new Error('The write has failed'));
    await Promise.allSettled(this.#sending);
    const { calls, memory } = this.#deps;
    memory.give(this.#collectedBytes);
    this.#pieces = [];
    if (this.#multipart !== undefined) await this.#multipart.abort().catch(() => {});
    else if (this.#isPut) await deleteObject(calls, this.#name).catch(() => {});
  }

  async #collect(piece: Uint8Array): Promise<void> {
    if (!(await this.#deps.memory.take(piece.length, MEMORY_WAIT_MS))) {
      throw new StorageFailed({ operation: 'put part', pathKind: 'unfinished blob' }, 'ENOBUFS');
    }
    this.#pieces.push(piece);
    this.#collectedBytes += piece.length;
  }

  /** Takes the collected bytes. The caller returns their memory to the budget. */
  #taken(): Buffer {
    const bytes = Buffer.concat(this.#pieces, this.#collectedBytes);
    if (this.#ownsPieces) this.#pieces.forEach(freeBytes);
    this.#pieces = [];
    this.#collectedBytes = 0;
    return bytes;
  }

  async #putObject(): Promise<void> {
    const bytes = this.#taken();
    const { calls, memory, hasMd5Etags } = this.#deps;
    this.#isPut = true;
    try {
      await putObject(calls, { name: this.#name, bytes, hasMd5Etag: hasMd5Etags });
    } finally {
      memory.give(bytes.length);
    }
  }

  /** Starts to send the collected bytes; waits while too many parts are on the way. */
  async #sendPart(): Promise<void> {
    const { calls, memory } = this.#deps;
    this.#multipart ??= await Multipart.begin(calls, this.#name, this.#stop.signal);
    const bytes = this.#taken();
    const sending = this.#multipart.send(bytes, this.#stop.signal).finally(() => memory.give(bytes.length));
    // A failure is reported by the next `append` or by `finish`; until then it must not count as unhandled.
    sending.catch(() => {});
    this.#sending.push(sending);
    if (this.#sending.length > PARTS_AT_ONCE) await this.#sending.shift();
  }
}
