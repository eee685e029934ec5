import { Readable } from 'node:stream';
import { GetObjectCommand, type GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { BlobDamaged, type BlobRange, type BlobReader } from '../blobs.ts';
import { StorageFailed } from '../storage-failed.ts';
import { hasCode } from './call-failed.ts';
import { ResponseBody } from './response-body.ts';
import type { S3Calls } from './s3-calls.ts';
import { sizeOfObject } from './size-of-object.ts';

const READ = { operation: 'get object', pathKind: 'blob' } as const;

/** An object to be read, and the key of the blob for error messages. */
export interface StoredObject {
  name: string;
  key: string;
}

/**
 * Opens an object for sequential reading of a range.
 * @throws BlobDamaged when there is no such object, StorageFailed
 */
export async function openObject(
  calls: S3Calls,
  object: StoredObject,
  range: BlobRange,
): Promise<BlobReader> {
  const reader = new ObjectReader(calls, object, range);
  await reader.open();
  return reader;
}

/**
 * Reads one range by one request. When its connection is lost or silent, another request continues after the bytes
 * that have arrived, within bounds. A reader that pauses, as that of a slow client, gives its connection back, because
 * the number of connections is limited.
 */
class ObjectReader implements BlobReader {
  readonly #calls: S3Calls;
  readonly #object: StoredObject;
  readonly #end: number;
  readonly #closing = new AbortController();
  #position: number;
  #body: ResponseBody | null = null;
  #pause: NodeJS.Timeout | null = null;
  #isPaused = false;
  /** requests since the last byte */
  #requests = 0;

  constructor(calls: S3Calls, object: StoredObject, range: BlobRange) {
    this.#calls = calls;
    this.#object = object;
    this.#position = range.start;
    this.#end = range.end;
  }

  /** @throws BlobDamaged, StorageFailed */
  async open(): Promise<void> {
    if (this.#position < this.#end) await this.#request();
    else if ((await sizeOfObject(this.#calls, this.#object.name)) === null) throw this.#missing();
    this.#pauseLater();
  }

  async read(target: Uint8Array): Promise<number> {
    const wanted = Math.min(target.length, this.#end - this.#position);
    await this.#resume();
    let done = 0;
    while (done < wanted && this.#body !== null) {
      const bytes = await this.#readOnce(this.#body, target.subarray(done, wanted));
      if (bytes === 0) break;
      done += bytes;
      this.#position += bytes;
    }
    this.#pauseLater();
    return done;
  }

  /** Ends the request if bytes are left. */
  async close(): Promise<void> {
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.#closing.abort(new Error('The blob has been closed'));
    this.#body?.end();
    this.#body = null;
  }

  #pauseLater(): void {
    if (this.#closing.signal.aborted) return;
    this.#pause = setTimeout(() => {
      if (this.#body === null || this.#body.isComplete) return;
      this.#isPaused = true;
      this.#body.end();
    }, this.#calls.limits.pauseMs).unref();
  }

  async #resume(): Promise<void> {
    if (this.#pause !== null) clearTimeout(this.#pause);
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#requests = 0;
    await this.#request();
  }

  /** @returns the number of bytes; 0 at the end of the object */
  async #readOnce(body: ResponseBody, target: Uint8Array): Promise<number> {
    try {
      const bytes = await body.read(target);
      if (bytes > 0) this.#requests = 0;
      return bytes;
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      if (this.#requests >= this.#calls.limits.attempts) {
        throw new StorageFailed(READ, 'ECONNRESET', { cause: error });
      }
      body.end();
      await this.#request();
      return this.#body === null ? 0 : this.#readOnce(this.#body, target);
    }
  }

  async #request(): Promise<void> {
    this.#requests += 1;
    const command = new GetObjectCommand({
      Bucket: this.#calls.bucket,
      Key: this.#object.name,
      Range: `bytes=${this.#position}-${this.#end - 1}`,
    });
    const { signal } = this.#closing;
    try {
      const answer = await this.#calls.run('get object', (s3, options) => s3.send(command, options), {
        signal,
      });
      this.#body = this.#bodyOf(answer);
    } catch (error) {
      if (hasCode(error, 'NoSuchKey')) throw this.#missing(error);
      // The object ends before the range.
      if (!hasCode(error, 'InvalidRange')) throw error;
      this.#body = null;
    }
  }

  /** @throws StorageFailed for an answer with other bytes than those requested */
  #bodyOf({ Body, ContentRange, ContentLength = 0 }: GetObjectCommandOutput): ResponseBody {
    const begin = ContentRange === undefined ? 0 : Number(/^bytes (\d+)-/.exec(ContentRange)?.[1]);
    if (!(Body instanceof Readable) || begin !== this.#position) throw new StorageFailed(READ, 'wrong range');
    return new ResponseBody(Body, { lengthBytes: ContentLength, idleMs: this.#calls.limits.idleMs });
  }

  #missing(cause?: unknown): BlobDamaged {
    return new BlobDamaged(this.#object.key, 'missing', { cause });
  }
}
