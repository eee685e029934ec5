import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { StorageFailed } from '../storage-failed.ts';
import type { S3Calls } from './s3-calls.ts';
import { sizeOfObject } from './size-of-object.ts';

/** A multipart upload of one object, with the names of S3. */
export interface MultipartId {
  Bucket: string;
  Key: string;
  UploadId: string;
}

/** @throws StorageFailed, StorageFull, the reason of the signal */
export async function beginMultipart(
  calls: S3Calls,
  objectName: string,
  signal?: AbortSignal,
): Promise<MultipartId> {
  const object = { Bucket: calls.bucket, Key: objectName };
  const command = new CreateMultipartUploadCommand(object);
  const { UploadId } = await calls.run('begin multipart', (s3, options) => s3.send(command, options), {
    ...(signal !== undefined && { signal }),
  });
  if (UploadId === undefined)
    throw new StorageFailed({ operation: 'begin multipart', pathKind: 'unfinished blob' }, 'no upload id');
  return { ...object, UploadId };
}

/**
 * Makes the object of the parts. S3 refuses a part whose ETag is not the given one.
 * @throws StorageFailed, StorageFull
 */
export async function completeMultipart(
  calls: S3Calls,
  upload: MultipartId,
  { parts, sizeBytes }: { parts: CompletedPart[]; sizeBytes: number },
): Promise<void> {
  const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } });
  try {
    await calls.run('complete multipart', (s3, options) => s3.send(command, options), { hasBody: true });
  } catch (error) {
    // The answer of an attempt that succeeded can be lost. The name is used only once, so the object is this one.
    const size = await sizeOfObject(calls, upload.Key).catch(() => null);
    if (size !== sizeBytes) throw error;
  }
}

/** Removes the parts. @throws StorageFailed */
export async function abortMultipart(calls: S3Calls, upload: MultipartId): Promise<void> {
  const command = new AbortMultipartUploadCommand(upload);
  await calls.run('abort multipart', (s3, options) => s3.send(command, options));
}

/** A multipart upload of one object. Its parts are numbered in the order of `send`, and may be sent concurrently. */
export class Multipart {
  readonly #calls: S3Calls;
  readonly #upload: MultipartId;
  readonly #etags: (string | undefined)[] = [];
  #sentBytes = 0;

  private constructor(calls: S3Calls, upload: MultipartId) {
    this.#calls = calls;
    this.#upload = upload;
  }

  /** @throws StorageFailed, StorageFull, the reason of the signal */
  static async begin(calls: S3Calls, objectName: string, signal: AbortSignal): Promise<Multipart> {
    return new Multipart(calls, await beginMultipart(calls, objectName, signal));
  }

  /** @throws StorageFailed, StorageFull, the reason of the signal */
  async send(bytes: Buffer, signal: AbortSignal): Promise<void> {
    const number = this.#etags.push(undefined);
    this.#sentBytes += bytes.length;
    const command = new UploadPartCommand({ ...this.#upload, PartNumber: number, Body: bytes });
    const sent = await this.#calls.run('put part', (s3, options) => s3.send(command, options), {
      hasBody: true,
      signal,
    });
    this.#etags[number - 1] = sent.ETag;
  }

  /** Makes the object of the parts that were sent. @throws StorageFailed, StorageFull */
  complete(): Promise<void> {
    const parts = this.#etags.map((ETag, n) => ({ ETag, PartNumber: n + 1 }));
    return completeMultipart(this.#calls, this.#upload, { parts, sizeBytes: this.#sentBytes });
  }

  /** Removes the parts. @throws StorageFailed */
  abort(): Promise<void> {
    return abortMultipart(this.#calls, this.#upload);
  }
}
