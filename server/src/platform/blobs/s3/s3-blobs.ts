import { isBlobKey, mustBeBlobKey, newBlobKey } from '../blob-key.ts';
import {
  BlobDamaged,
  type BlobRange,
  type BlobReader,
  type BlobStore,
  type DirectUploads,
} from '../blobs.ts';
import { measure, writeMeasured } from '../measured-write.ts';
import { streamOf } from '../stream-of.ts';
import { openVerified } from '../verified-reader.ts';
import { deleteObject } from './delete-object.ts';
import { type DirectAccess, S3DirectUploads } from './direct-uploads.ts';
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
  /** how clients send bytes to S3; absent or null when all bytes pass through the server */
  direct?: DirectAccess | null;
  /** rejects when the store cannot be used now */
  check: () => Promise<void>;
}

/** Blobs in a bucket of S3, one object each. Several processes can share the bucket. */
export class S3Blobs implements BlobStore {
  /** Each read waits for an answer of the server first. */
  readonly parallelReads = 16;
  readonly directUploads: DirectUploads | null;
  readonly #deps: S3BlobsDeps;
  readonly #calls: S3Calls;
  readonly #prefix: string;

  constructor(deps: S3BlobsDeps) {
    this.#deps = deps;
    this.#calls = deps.calls;
    this.#prefix = deps.prefix ?? BLOB_PREFIX;
    const { calls, direct = null } = deps;
    const nameOf = (key: string) => this.#nameOf(key);
    this.directUploads = direct && new S3DirectUploads({ calls, nameOf, ...direct });
  }

  write: BlobStore['write'] = (source, options) => this.writeAs(newBlobKey(), source, options);

  writeAs: BlobStore['writeAs'] = async (key, source, options) => {
    mustBeBlobKey(key);
    const object = new ObjectWriter(this.#nameOf(key), this.#deps, options);
    try {
      const written = await writeMeasured(source, (pieces) => object.append(pieces), options);
      await object.finish();
      return { key, ...written };
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
    if (isBlobKey(key)) await deleteObject(this.#calls, this.#nameOf(key));
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
