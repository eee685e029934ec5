import { type FileHandle, open, unlink } from 'node:fs/promises';
import { errnoOf, storageCall, type StorageLimits } from './file-call.ts';
import type { FileOperation } from './storage-failed.ts';
import { writeAll } from './write-all.ts';

/** A file under a temporary name during a write. The caller always ends it with `finish` or `discard`. */
export class PartFile {
  readonly path: string;
  readonly #limits: StorageLimits;
  #handle: FileHandle | undefined;
  #position = 0;

  constructor(path: string, limits: StorageLimits) {
    this.path = path;
    this.#limits = limits;
  }

  /** Appends pieces; one call at a time. @throws StorageFailed, StorageFull */
  async append(pieces: Uint8Array[]): Promise<void> {
    const handle = await this.#opened();
    let bytes = 0;
    for (const piece of pieces) bytes += piece.length;
    const writing = writeAll(handle, pieces, { bytes, position: this.#position });
    await this.#call(writing, 'write', this.#limits.writeMs);
    this.#position += bytes;
  }

  /**
   * Resolves when all bytes are on the disk and the file is closed. It syncs only at the end: with a sync after every
   * 16, 32 or 64 MiB, writing 1 GiB was slower (measured).
   * @throws StorageFailed, StorageFull
   */
  async finish(): Promise<void> {
    const handle = await this.#opened();
    await this.#call(handle.datasync(), 'sync', this.#limits.syncMs);
    this.#handle = undefined;
    await this.#call(handle.close(), 'write', this.#limits.callMs);
  }

  /** Closes and deletes the file, if it exists. If that fails, `deleteUnfinished` deletes it later. */
  async discard(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    const removing = Promise.all([handle?.close(), unlink(this.path)]);
    await this.#call(removing, 'delete', this.#limits.callMs).catch(() => {});
  }

  async #opened(): Promise<FileHandle> {
    this.#handle ??= await this.#call(open(this.path, 'wx', 0o600), 'open', this.#limits.callMs);
    return this.#handle;
  }

  #call<T>(work: Promise<T>, operation: FileOperation, limitMs: number): Promise<T> {
    return storageCall(work, limitMs, { operation, pathKind: 'unfinished blob' });
  }
}

/** Whether a call failed because the file does not exist. */
export const isMissing = (error: unknown): boolean => errnoOf(error) === 'ENOENT';

/** The argument of a `catch` after a deletion: a missing file counts as deleted. */
export function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
