import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '../blobs.ts';
import { streamOf } from '../stream-of.ts';
import { deleteObject } from './delete-object.ts';
import { listObjects } from './list-objects.ts';
import { openObject } from './object-reader.ts';
import { ObjectWriter, type ObjectWriterDeps } from './object-writer.ts';
import { readText } from './read-text.ts';
import { BLOB_PREFIX, S3Blobs } from './s3-blobs.ts';
import { S3Calls } from './s3-calls.ts';
import { S3_LIMITS, type S3Settings } from './settings.ts';
import { sizeOfObject } from './size-of-object.ts';
import { checkBucket, checkReading } from './start-check.ts';
import { WriteSpace } from './write-space.ts';

/** Files and blobs whose names in a bucket begin with a prefix. Names of files are relative to it. */
export interface BucketFolder {
  readonly blobs: BlobStore;
  /** Makes each kind of call once. @throws S3StartError when one is refused */
  check(): Promise<void>;
  /** Makes each kind of call that reads once. @throws S3StartError when one is refused */
  checkReading(): Promise<void>;
  /** The names of the files that begin with `prefix`, in byte order. @throws StorageFailed */
  names(prefix: string): AsyncIterable<string>;
  /** Stores a text or the bytes of a file of this machine. @throws StorageFailed, StorageFull */
  put(name: string, source: { text: string } | { path: string }): Promise<void>;
  /** @returns the text of a file; null when there is none @throws StorageFailed */
  text(name: string): Promise<string | null>;
  /** Stores a file at a path of this machine. @throws StorageFailed, BlobDamaged when there is none */
  copyTo(name: string, path: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const PART_BYTES = 8 * 1024 * 1024;
const MEMORY_BYTES = 256 * 1024 * 1024;

/**
 * Opens a part of a bucket that is not the bucket of a vault. The bucket is used with the first call.
 * @param prefix '' or a text that ends with '/'
 */
export function openBucketFolder(settings: S3Settings, prefix: string): BucketFolder {
  return new PrefixFolder(new S3Calls(settings, S3_LIMITS), prefix);
}

class PrefixFolder implements BucketFolder {
  readonly blobs: BlobStore;
  readonly #calls: S3Calls;
  readonly #prefix: string;
  readonly #writing: ObjectWriterDeps;

  constructor(calls: S3Calls, prefix: string) {
    this.#calls = calls;
    this.#prefix = prefix;
    // S3 compares each body with its signed SHA-256, so its ETag is not compared.
    this.#writing = {
      calls,
      // A backup makes few writes at the same time, so they need no disk.
      space: new WriteSpace(MEMORY_BYTES, null),
      hasMd5Etags: false,
      partBytes: PART_BYTES,
    };
    const check = () => this.check();
    this.blobs = new S3Blobs({ ...this.#writing, prefix: `${prefix}${BLOB_PREFIX}`, check });
  }

  async check(): Promise<void> {
    await checkBucket(this.#calls, 'BACKUP_S3');
  }

  async checkReading(): Promise<void> {
    await checkReading(this.#calls, 'BACKUP_S3');
  }

  async *names(prefix: string): AsyncGenerator<string> {
    for await (const { name } of listObjects(this.#calls, `${this.#prefix}${prefix}`))
      yield name.slice(this.#prefix.length);
  }

  async put(name: string, source: { text: string } | { path: string }): Promise<void> {
    const object = new ObjectWriter(`${this.#prefix}${name}`, this.#writing);
    const pieces = 'path' in source ? createReadStream(source.path) : [Buffer.from(source.text)];
    try {
      for await (const piece of pieces as AsyncIterable<Buffer> | Buffer[]) await object.append([piece]);
      await object.finish();
    } catch (error) {
      await object.discard();
      throw error;
    }
  }

  async text(name: string): Promise<string | null> {
    return readText(this.#calls, `${this.#prefix}${name}`);
  }

  async copyTo(name: string, path: string): Promise<void> {
    const object = { name: `${this.#prefix}${name}`, key: name };
    const end = (await sizeOfObject(this.#calls, object.name)) ?? 0;
    const content = streamOf(() => openObject(this.#calls, object, { start: 0, end }));
    await pipeline(content, createWriteStream(path, { mode: 0o600 }));
  }

  async remove(name: string): Promise<void> {
    await deleteObject(this.#calls, `${this.#prefix}${name}`);
  }
}
