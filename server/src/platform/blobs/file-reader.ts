import { closeSync, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { BlobDamaged, type BlobRange, type BlobReader } from './blobs.ts';
import { errnoOf, storageCall } from './file-call.ts';

const openFile = promisify(open);
const readFile = promisify(read);

/** A file to be read, and the key for error messages. */
export interface StoredFile {
  path: string;
  key: string;
}

/** Errors of one file, not of the whole disk: it does not exist, is a folder, or its sectors cannot be read. */
const DAMAGES = new Map<string | null, BlobDamaged['damage']>([
  ['ENOENT', 'missing'],
  ['EISDIR', 'unreadable'],
  ['EIO', 'unreadable'],
]);

/**
 * Opens a file for sequential reading of a range. It uses plain descriptors, because a ZIP of a thousand small files
 * was a fifth faster than with `FileHandle`. They are closed synchronously: after a read, closing does not wait for the
 * disk.
 * @throws BlobDamaged, StorageFailed
 */
export async function openFileReader(
  { path, key }: StoredFile,
  range: BlobRange,
  limitMs: number,
): Promise<BlobReader> {
  const opening = openFile(path, 'r');
  try {
    const file = await storageCall(opening, limitMs, { operation: 'open', pathKind: 'blob' });
    return new FileReader(file, { key, range, limitMs });
  } catch (error) {
    // If the file is opened after the time limit, no reader uses its descriptor.
    void opening.then(closeSync, () => {});
    throw damageOr(error, key);
  }
}

function damageOr(error: unknown, key: string): unknown {
  const damage = DAMAGES.get(errnoOf(error));
  return damage === undefined ? error : new BlobDamaged(key, damage, { cause: error });
}

class FileReader implements BlobReader {
  readonly #key: string;
  readonly #end: number;
  readonly #limitMs: number;
  #position: number;
  #file: number | undefined;
  #reading: Promise<unknown> | null = null;

  constructor(file: number, { key, range, limitMs }: { key: string; range: BlobRange; limitMs: number }) {
    this.#file = file;
    this.#key = key;
    this.#position = range.start;
    this.#end = range.end;
    this.#limitMs = limitMs;
  }

  async read(target: Uint8Array): Promise<number> {
    const wanted = Math.min(target.length, this.#end - this.#position);
    let done = 0;
    while (done < wanted) {
      const bytes = await this.#readOnce(target.subarray(done, wanted));
      if (bytes === 0) break;
      done += bytes;
      this.#position += bytes;
    }
    return done;
  }

  async #readOnce(target: Uint8Array): Promise<number> {
    if (this.#file === undefined) throw new Error('The blob has been closed');
    const reading = readFile(this.#file, target, 0, target.length, this.#position);
    this.#reading = reading;
    try {
      const call = { operation: 'read', pathKind: 'blob' } as const;
      const { bytesRead } = await storageCall(reading, this.#limitMs, call);
      this.#reading = null;
      return bytesRead;
    } catch (error) {
      throw damageOr(error, this.#key);
    }
  }

  /** A descriptor must not be closed during a read: its number can immediately be reused for another file. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    if (file === undefined) return;
    if (this.#reading === null) closeSync(file);
    // A read that has passed its limit may never return, so nothing waits for it.
    else void this.#reading.catch(() => {}).then(() => closeSync(file));
  }
}
