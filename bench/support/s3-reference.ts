// The reference for byte rates of S3: the SDK of the vault, straight on the same server, with the same parts, as many
// requests at a time, and no checksums but those of its signatures.
import {
  CompleteMultipartUploadCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { S3Address } from '../../server/src/testing/s3-server.ts';
import { MIB } from './bytes.ts';

const PART_BYTES = 8 * MIB;

/** A separate bucket for the reference. */
export class S3Reference {
  readonly #client: S3Client;
  readonly #bucket: string;

  private constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  static async open({ endpoint, region, ...credentials }: S3Address, bucket: string): Promise<S3Reference> {
    const client = new S3Client({
      endpoint,
      region,
      credentials,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    return new S3Reference(client, bucket);
  }

  /** Stores an object by one PUT. */
  async put(Key: string, Body: Buffer): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key, Body }));
  }

  /** Stores an object by a multipart upload, two parts at a time. */
  async putLarge(Key: string, bytes: Iterable<Buffer>): Promise<void> {
    const target = { Bucket: this.#bucket, Key };
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(target));
    const parts = inParts(bytes);
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    let count = 0;
    const worker = async (): Promise<void> => {
      for (const Body of parts) {
        count += 1;
        const PartNumber = count;
        const part = new UploadPartCommand({ ...target, UploadId, PartNumber, Body });
        const { ETag } = await this.#client.send(part);
        Parts.push({ ETag, PartNumber });
      }
    };
    await Promise.all([worker(), worker()]);
    Parts.sort((a, b) => a.PartNumber - b.PartNumber);
    const MultipartUpload = { Parts };
    await this.#client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload }));
  }

  /** Reads an object. @returns its number of bytes */
  async read(Key: string): Promise<number> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key }));
    let bytes = 0;
    for await (const piece of Body as AsyncIterable<Buffer>) bytes += piece.length;
    return bytes;
  }

  /** Reads objects, some at a time. @returns their number of bytes */
  async readAll(keys: readonly string[], atOnce: number): Promise<number> {
    const waiting = keys.values();
    let bytes = 0;
    const worker = async (): Promise<void> => {
      for (const key of waiting) {
        const read = await this.read(key);
        bytes += read;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return bytes;
  }

  close(): void {
    this.#client.destroy();
  }
}

function* inParts(bytes: Iterable<Buffer>): Generator<Buffer> {
  let pieces: Buffer[] = [];
  let length = 0;
  for (const piece of bytes) {
    pieces.push(Buffer.from(piece));
    length += piece.length;
    if (length < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(pieces);
}
