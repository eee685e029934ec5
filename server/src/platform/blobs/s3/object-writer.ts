import type { WriteOptions } from '../blobs.ts';
import type { CollectedPart } from './collected-part.ts';
import { deleteObject } from './delete-object.ts';
import { Multipart } from './multipart.ts';
import { putObject } from './put-object.ts';
import type { S3Calls } from './s3-calls.ts';
import type { WriteSpace } from './write-space.ts';

/** Parts that are sent while the next one is collected. */
const PARTS_AT_ONCE = 2;

export interface ObjectWriterDeps {
  calls: S3Calls;
  space: WriteSpace;
  /** whether the ETag of an object is the MD5 of its bytes; not so in stores that encrypt with keys of a service */
  hasMd5Etags: boolean;
  /** the size of a part; at least 5 MiB, the limit of S3 for all parts but the last */
  partBytes: number;
}

type ObjectOptions = Pick<WriteOptions, 'expectedBytes' | 'leaveFree' | 'ownsPieces'>;

/**
 * Writes one object. What was not yet acknowledged by S3 is kept, so that it can be sent again; an object longer than a
 * part becomes a multipart upload. The caller always ends it with `finish` or `discard`.
 */
export class ObjectWriter {
  readonly #deps: ObjectWriterDeps;
  readonly #name: string;
  readonly #options: ObjectOptions;
  readonly #stop = new AbortController();
  #part: CollectedPart | undefined;
  #multipart: Multipart | undefined;
  readonly #sending: Promise<void>[] = [];
  #isPut = false;

  constructor(name: string, deps: ObjectWriterDeps, options: ObjectOptions = {}) {
    this.#deps = deps;
    this.#name = name;
    this.#options = options;
  }

  /** Appends pieces; one call at a time. @throws StorageFailed, StorageFull */
  async append(pieces: readonly Uint8Array[]): Promise<void> {
    const { partBytes } = this.#deps;
    this.#part ??= await this.#beginPart();
    for (let left = pieces.filter(({ length }) => length > 0); left.length > 0;) {
      // A full part is sent with the next byte only: an object of one part needs no multipart upload.
      if (this.#part.sizeBytes === partBytes) await this.#sendPart(this.#part);
      const [fitting, rest] = splitAt(left, partBytes - this.#part.sizeBytes);
      await this.#part.append(fitting);
      left = rest;
    }
  }

  /** Resolves when the object is stored. @throws StorageFailed, StorageFull */
  async finish(): Promise<void> {
    if (this.#multipart === undefined || this.#part === undefined) return this.#putObject();
    await this.#sendPart(this.#part, { isLast: true });
    await Promise.all(this.#sending);
    await this.#endPart();
    await this.#multipart.complete();
  }

  /**
   * Ends running requests and removes what was stored. If that fails, `deleteUnfinished` or the sweep of all blobs
   * removes it later.
   */
  async discard(): Promise<void> {
    this.#stop.abort(new Error('The write has failed'));
    await Promise.allSettled(this.#sending);
    await this.#endPart();
    const { calls } = this.#deps;
    if (this.#multipart !== undefined) await this.#multipart.abort().catch(() => {});
    else if (this.#isPut) await deleteObject(calls, this.#name).catch(() => {});
  }

  #beginPart(): Promise<CollectedPart> {
    const { partBytes, space } = this.#deps;
    const { expectedBytes = Infinity } = this.#options;
    const bytes = Math.min(partBytes, expectedBytes);
    return space.begin({ ...this.#options, expectedBytes, bytes });
  }

  async #endPart(): Promise<void> {
    const part = this.#part;
    this.#part = undefined;
    await part?.end();
  }

  async #putObject(): Promise<void> {
    const { calls, hasMd5Etags } = this.#deps;
    const { bytes = Buffer.alloc(0), release } = (await this.#part?.take({ isLast: true })) ?? {};
    this.#isPut = true;
    try {
      await putObject(calls, { name: this.#name, bytes, hasMd5Etag: hasMd5Etags });
    } finally {
      release?.();
    }
    await this.#endPart();
  }

  /** Starts to send the collected bytes; waits while too many parts are on the way, or none may be sent beside them. */
  async #sendPart(part: CollectedPart, { isLast = false } = {}): Promise<void> {
    this.#multipart ??= await Multipart.begin(this.#deps.calls, this.#name, this.#stop.signal);
    const { bytes, isBeside, release } = await part.take({ isLast });
    const sending = this.#multipart.send(bytes, this.#stop.signal).finally(release);
    if (!isBeside) return sending;
    // A failure is reported by the next `append` or by `finish`; until then it must not count as unhandled.
    sending.catch(() => {});
    this.#sending.push(sending);
    if (this.#sending.length > PARTS_AT_ONCE) await this.#sending.shift();
  }
}

/** The first `bytes` of the pieces, and the rest. */
function splitAt(pieces: readonly Uint8Array[], bytes: number): [Uint8Array[], Uint8Array[]] {
  const fitting: Uint8Array[] = [];
  let left = bytes;
  for (const [n, piece] of pieces.entries()) {
    if (piece.length > left) {
      if (left > 0) fitting.push(piece.subarray(0, left));
      return [fitting, [piece.subarray(left), ...pieces.slice(n + 1)]];
    }
    fitting.push(piece);
    left -= piece.length;
  }
  return [fitting, []];
}
