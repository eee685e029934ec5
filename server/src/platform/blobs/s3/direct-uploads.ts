import type { Part } from '@aws-sdk/client-s3';
import { newBlobKey } from '../blob-key.ts';
import {
  BlobDamaged,
  BlobLengthWrong,
  type DirectPart,
  type DirectProgress,
  type DirectUpload,
  type DirectUploads,
  type StoredBlob,
} from '../blobs.ts';
import { writeMeasured } from '../measured-write.ts';
import { streamOf } from '../stream-of.ts';
import { hasCode } from './call-failed.ts';
import { copyObject, MAX_COPY_BYTES } from './copy-object.ts';
import { deleteObject } from './delete-object.ts';
import { listParts } from './list-parts.ts';
import { abortMultipart, beginMultipart, completeMultipart, type MultipartId } from './multipart.ts';
import { openObject } from './object-reader.ts';
import type { PartSigner } from './part-signer.ts';
import type { S3Calls } from './s3-calls.ts';
import { sizeOfObject } from './size-of-object.ts';
import type { DirectFacts } from './start-check.ts';

/** A browser that loses its connection sends the begun parts again. S3 accepts up to 10,000 parts. */
const PART_BYTES = 16 * 1024 * 1024;
const MAX_PARTS = 10_000;
/** Number of addresses in one answer. */
const MAX_ADDRESSES = 100;

/** How clients send bytes to S3. */
export interface DirectAccess extends DirectFacts {
  signer: PartSigner;
}

interface S3DirectUploadsDeps extends DirectAccess {
  calls: S3Calls;
  /** the name of the object of a blob */
  nameOf: (key: string) => string;
}

/**
 * Uploads by multipart, whose parts browsers send to signed addresses. The object exists only when the server completes
 * the upload, and S3 refuses a part that is sent later: so bytes that were scanned cannot be replaced. Where S3 accepts
 * such a part, the bytes of the vault are a copy of the object that S3 makes.
 */
export class S3DirectUploads implements DirectUploads {
  readonly origin: string;
  readonly #deps: S3DirectUploadsDeps;

  constructor(deps: S3DirectUploadsDeps) {
    this.#deps = deps;
    this.origin = deps.signer.origin;
  }

  get maxBytes(): number {
    return this.#deps.hasLateParts ? MAX_COPY_BYTES : Infinity;
  }

  begin: DirectUploads['begin'] = async (sizeBytes) => {
    const key = newBlobKey();
    const { UploadId: uploadId } = await beginMultipart(this.#deps.calls, this.#deps.nameOf(key));
    return { key, uploadId, sizeBytes };
  };

  progress: DirectUploads['progress'] = async (upload) => {
    const stored = await listParts(this.#deps.calls, this.#idOf(upload));
    const { sizeBytes } = upload;
    if (stored === null)
      return (await this.#hasObject(upload)) ? { receivedBytes: sizeBytes, missing: [] } : null;
    const missing = missingOf(stored, sizeBytes).slice(0, MAX_ADDRESSES);
    return {
      receivedBytes: receivedOf(stored, sizeBytes),
      missing: await Promise.all(missing.map((part) => this.#withAddress(upload, part))),
    } satisfies DirectProgress;
  };

  complete: DirectUploads['complete'] = async (upload, onPiece) => {
    await this.#makeObject(upload);
    if (!this.#deps.hasLateParts) return this.#measured(upload, onPiece);
    const copy = { ...upload, key: newBlobKey() };
    const { calls, nameOf } = this.#deps;
    try {
      await copyObject(calls, { from: nameOf(upload.key), to: nameOf(copy.key) });
      return await this.#measured(copy, onPiece);
    } catch (error) {
      await deleteObject(calls, nameOf(copy.key)).catch(() => {});
      throw error;
    }
  };

  abort: DirectUploads['abort'] = (upload) => abortMultipart(this.#deps.calls, this.#idOf(upload));

  /** Reads the object of a blob for its checksums. */
  async #measured(
    { key, sizeBytes }: Omit<DirectUpload, 'uploadId'>,
    onPiece: (piece: Uint8Array) => void,
  ): Promise<StoredBlob> {
    const object = { name: this.#deps.nameOf(key), key };
    const bytes = streamOf(() => openObject(this.#deps.calls, object, { start: 0, end: sizeBytes }));
    const length = { maxBytes: sizeBytes, expectedBytes: sizeBytes };
    const measured = await writeMeasured(bytes, async (pieces) => pieces.forEach(onPiece), length);
    return { key, ...measured };
  }

  async #makeObject(upload: DirectUpload): Promise<void> {
    const { calls } = this.#deps;
    const { key, sizeBytes } = upload;
    const id = this.#idOf(upload);
    const stored = await listParts(calls, id);
    if (stored === null) {
      if (await this.#hasObject(upload)) return;
      throw new BlobDamaged(key, 'missing');
    }
    const lengthWrong = () => new BlobLengthWrong(sizeBytes, receivedOf(stored, sizeBytes));
    if (missingOf(stored, sizeBytes).length > 0) throw lengthWrong();
    const parts = partsOf(sizeBytes).map(({ number }) => ({
      PartNumber: number,
      ETag: stored.get(number)?.ETag,
    }));
    try {
      await completeMultipart(calls, id, { parts, sizeBytes });
    } catch (error) {
      // A part was sent again after the parts were listed.
      throw hasCode(error, 'InvalidPart') ? lengthWrong() : error;
    }
  }

  /** Whether an earlier call has made the object: its answer was lost, or the bytes could not be read. */
  async #hasObject(upload: DirectUpload): Promise<boolean> {
    return (await sizeOfObject(this.#deps.calls, this.#idOf(upload).Key)) === upload.sizeBytes;
  }

  async #withAddress(upload: DirectUpload, part: PartRange): Promise<DirectPart> {
    const { Key, UploadId } = this.#idOf(upload);
    const { number, start, end } = part;
    const signed = { Key, UploadId, PartNumber: number, ContentLength: end - start };
    return { start, end, address: await this.#deps.signer.sign(signed) };
  }

  #idOf({ key, uploadId }: DirectUpload): MultipartId {
    const { calls, nameOf } = this.#deps;
    return { Bucket: calls.bucket, Key: nameOf(key), UploadId: uploadId };
  }
}

/** A part in bytes: `start` is included, `end` is not. */
interface PartRange {
  number: number;
  start: number;
  end: number;
}

/** All parts of an upload have the same size, except the last one. */
function partsOf(sizeBytes: number): PartRange[] {
  const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / MAX_PARTS));
  return Array.from({ length: Math.ceil(sizeBytes / partBytes) }, (_, n) => ({
    number: n + 1,
    start: n * partBytes,
    end: Math.min((n + 1) * partBytes, sizeBytes),
  }));
}

const missingOf = (stored: ReadonlyMap<number, Part>, sizeBytes: number): PartRange[] =>
  partsOf(sizeBytes).filter(({ number, start, end }) => stored.get(number)?.Size !== end - start);

const receivedOf = (stored: ReadonlyMap<number, Part>, sizeBytes: number): number =>
  missingOf(stored, sizeBytes).reduce((bytes, { start, end }) => bytes - (end - start), sizeBytes);
