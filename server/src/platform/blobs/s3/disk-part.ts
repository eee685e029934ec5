import { type FileHandle, open, unlink } from 'node:fs/promises';
import { freeBytes } from '../../memory/index.ts';
import { STORAGE_LIMITS, storageCall } from '../file-call.ts';
import type { FileOperation } from '../storage-failed.ts';
import { writeAll } from '../write-all.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { BytesToSend, CollectedPart } from './collected-part.ts';

export interface DiskPartOptions {
  /** the memory for the bytes of all such parts while they are sent */
  sending: ByteBudget;
  ownsPieces: boolean;
  /** Called when the file is closed. */
  onEnd: () => void;
}

/** A part that is collected in a file. The file has no name, so nothing stays behind when the process dies. */
export class DiskPart implements CollectedPart {
  sizeBytes = 0;
  readonly #file: FileHandle;
  readonly #options: DiskPartOptions;

  private constructor(file: FileHandle, options: DiskPartOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** @param path of a file that does not exist @throws StorageFailed, StorageFull */
  static async open(path: string, options: DiskPartOptions): Promise<DiskPart> {
    const opening = open(path, 'wx+', 0o600);
    const file = await call(opening, 'open', STORAGE_LIMITS.callMs).catch((error: unknown) => {
      // A file that is opened after the time limit is not used.
      opening.then((late) => Promise.all([late.close(), unlink(path)])).catch(() => {});
      throw error;
    });
    const part = new DiskPart(file, options);
    await call(unlink(path), 'delete', STORAGE_LIMITS.callMs).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return part;
  }

  async append(pieces: readonly Uint8Array[]): Promise<void> {
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    const writing = writeAll(this.#file, pieces, { bytes, position: this.sizeBytes });
    await call(writing, 'write', STORAGE_LIMITS.writeMs);
    this.sizeBytes += bytes;
    if (this.#options.ownsPieces) pieces.forEach(freeBytes);
  }

  /** Waits until few other parts are sent; their memory is free when S3 has acknowledged or refused them. */
  async take(): Promise<BytesToSend> {
    const { sending } = this.#options;
    const sizeBytes = this.sizeBytes;
    await sending.mustTake(sizeBytes);
    const release = () => sending.give(sizeBytes);
    try {
      const bytes = await call(readAll(this.#file, sizeBytes), 'read', STORAGE_LIMITS.callMs);
      this.sizeBytes = 0;
      return { bytes, isBeside: true, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async end(): Promise<void> {
    await call(this.#file.close(), 'write', STORAGE_LIMITS.callMs).catch(() => {});
    this.#options.onEnd();
  }
}

async function readAll(file: FileHandle, sizeBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(sizeBytes);
  for (let done = 0; done < sizeBytes;) {
    const { bytesRead } = await file.read(bytes, done, sizeBytes - done, done);
    if (bytesRead === 0) throw Object.assign(new Error('read returned 0'), { code: 'EIO' });
    done += bytesRead;
  }
  return bytes;
}

const call = <T>(work: Promise<T>, operation: FileOperation, limitMs: number): Promise<T> =>
  storageCall(work, limitMs, { operation, pathKind: 'unfinished blob' });
