import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { isBlobKey, mustBeBlobKey, newBlobKey } from '../blob-key.ts';
import { BlobDamaged, type BlobRange, type BlobReader, type BlobStore } from '../blobs.ts';
import { measure, writeMeasured } from '../measured-write.ts';
import { streamOf } from '../stream-of.ts';
import { openVerified } from '../verified-reader.ts';
import { abortMultiparts, listObjects } from './list-objects.ts';
import { openObject } from './object-reader.ts';
import { ObjectWriter, type ObjectWriterDeps } from './object-writer.ts';
import type { S3Calls } from './s3-calls.ts';
import { sizeOfObject } from './size-of-object.ts';

/** The names of the blobs of a vault begin with it; all other objects are not blobs. */
export const BLOB_PREFIX = 'blobs/';
const WHOLE: BlobRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

export interface S3BlobsDeps extends ObjectWriterDeps {
  calls: S3Calls;
  /** what the names of the blobs begin with; BLOB_PREFIX by default */
  prefix?: string;
  /** rejects when the store cannot be used now */
  check: () => Promise<void>;
}

/** Blobs in a bucket of S3, one object each. Several processes can share the bucket. */
export class S3Blobs implements BlobStore {
  /** Each read waits for an answer of the server first. */
  readonly parallelReads = 16;
  readonly #deps: S3BlobsDeps;
  readonly #calls: S3Calls;
  readonly #prefix: string;

  constructor(deps: S3BlobsDeps) {
    this.#deps = deps;
    this.#calls = deps.calls;
    this.#prefix = deps.prefix ?? BLOB_PREFIX;
  }

  write: BlobStore['write'] = (source, options) => this.writeAs(newBlobKey(), source, options);

  writeAs: BlobStore['writeAs'] = async (key, source, options) => {
    mustBeBlobKey(key);
    const object = new ObjectWriter(this.#nameOf(key), this.#deps);
    try {
      const intake = await writeMeasured(source, (pieces) => object.append(pieces), options);
      await object.finish();
      return { key, ...intake };
    } catch (error) {
      await object.discard();
      throw error;
    }
  };

  open: BlobStore['open'] = (blob, range) =>
    openVerified(blob, range, (stored) => this.#openStored(blob.key, stored));

  read: BlobStore['read'] = (blob, range) => streamOf(() => this.open(blob, range));

  sizeOf: BlobStore['sizeOf'] = async (key) =>
    isBlobKey(key) ? sizeOfObject(this.#calls, this.#nameOf(key)) : null;

  /** A bucket has no size. */
  space: BlobStore['space'] = async () => null;

  check: BlobStore['check'] = () => this.#deps.check();

  delete: BlobStore['delete'] = async (key) => {
    if (!isBlobKey(key)) return;
    const command = new DeleteObjectCommand({ Bucket: this.#calls.bucket, Key: this.#nameOf(key) });
    await this.#calls.run('delete object', (s3, options) => s3.send(command, options));
  };

  readStored: BlobStore['readStored'] = async (key) => {
    const reader = await this.#openStored(key, WHOLE);
    return streamOf(async () => reader);
  };

  measure: BlobStore['measure'] = async (key) => measure(await this.readStored(key));

  list: BlobStore['list'] = async function* list(this: S3Blobs) {
    for await (const { name, ...object } of listObjects(this.#calls, this.#prefix)) {
      const key = name.slice(this.#prefix.length);
      if (isBlobKey(key)) yield { key, ...object };
    }
  };

  deleteUnfinished: BlobStore['deleteUnfinished'] = (time) =>
    abortMultiparts(this.#calls, this.#prefix, time);

  #nameOf(key: string): string {
    return `${this.#prefix}${key}`;
  }

  async #openStored(key: string, range: BlobRange): Promise<BlobReader> {
    if (!isBlobKey(key)) throw new BlobDamaged(key, 'missing');
    return openObject(this.#calls, { name: this.#nameOf(key), key }, range);
  }
}
