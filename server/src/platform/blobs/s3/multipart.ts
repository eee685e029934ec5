import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Calls } from './s3-calls.ts';
import { sizeOfObject } from './size-of-object.ts';

/** A multipart upload of one object. Its parts are numbered in the order of `send`, and may be sent concurrently. */
export class Multipart {
  readonly #calls: S3Calls;
  readonly #upload: { Bucket: string; Key: string; UploadId: string | undefined };
  readonly #etags: (string | undefined)[] = [];
  #sentBytes = 0;

  private constructor(calls: S3Calls, objectName: string, uploadId: string | undefined) {
    this.#calls = calls;
    this.#upload = { Bucket: calls.bucket, Key: objectName, UploadId: uploadId };
  }

  /** @throws StorageFailed, StorageFull */
  static async begin(calls: S3Calls, objectName: string, signal: AbortSignal): Promise<Multipart> {
    const command = new CreateMultipartUploadCommand({ Bucket: calls.bucket, Key: objectName });
    const begun = await calls.run('begin multipart', (s3, options) => s3.send(command, options), { signal });
    return new Multipart(calls, objectName, begun.UploadId);
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

  /**
   * Makes the object of the parts. S3 refuses a part whose ETag is not the returned one.
   * @throws StorageFailed, StorageFull
   */
  async complete(): Promise<void> {
    const Parts = this.#etags.map((ETag, n) => ({ ETag, PartNumber: n + 1 }));
    const command = new CompleteMultipartUploadCommand({ ...this.#upload, MultipartUpload: { Parts } });
    try {
      await this.#calls.run('complete multipart', (s3, options) => s3.send(command, options), {
        hasBody: true,
      });
    } catch (error) {
      // The answer of an attempt that succeeded can be lost. The name is used only once, so the object is this one.
      const size = await sizeOfObject(this.#calls, this.#upload.Key).catch(() => null);
      if (size !== this.#sentBytes) throw error;
    }
  }

  /** Removes the parts. @throws StorageFailed */
  async abort(): Promise<void> {
    const command = new AbortMultipartUploadCommand(this.#upload);
    await this.#calls.run('abort multipart', (s3, options) => s3.send(command, options));
  }
}
