import { type FileHandle, open, unlink } from 'node:fs/promises';

/** A file being written under a temporary name. Ends with `finish` or `discard`, never with neither. */
export class PartFile {
  readonly path: string;
  #handle: FileHandle | undefined;
  #position = 0;

  constructor(path: string) {
    this.path = path;
  }

  /** Appends pieces; one call at a time. */
  async append(pieces: Uint8Array[]): Promise<void> {
    const handle = await this.#opened();
    let bytes = 0;
    for (const piece of pieces) bytes += piece.length;
    await writeAll(handle, pieces, { bytes, position: this.#position });
    this.#position += bytes;
  }

  /**
   * Resolves when all bytes are on the disk and the file is closed. Asking the disk to save in between was
   * tried (every 16, 32, 64 MiB): it takes turns with the writing and made 1 GiB slower.
   */
  async finish(): Promise<void> {
    const handle = await this.#opened();
    await handle.datasync();
    this.#handle = undefined;
    await handle.close();
  }

  /** Closes and removes the file, if there is one. */
  async discard(): Promise<void> {
    await this.#handle?.close();
    await unlink(this.path).catch(ignoreMissing);
  }

  async #opened(): Promise<FileHandle> {
    this.#handle ??= await open(this.path, 'wx', 0o600);
    return this.#handle;
  }
}

/** A list may be written in part only (a disk almost full, a signal): the rest follows piece by piece. */
async function writeAll(
  handle: FileHandle,
  pieces: Uint8Array[],
  { bytes, position }: { bytes: number; position: number },
): Promise<void> {
  const { bytesWritten } = await handle.writev(pieces, position);
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(pieces).subarray(bytesWritten);
  let done = 0;
  while (done < rest.length) {
    const written = await handle.write(rest, done, rest.length - done, position + bytesWritten + done);
    done += written.bytesWritten;
  }
}

/** Says whether a call failed because the file is not there. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** For a `catch`: a file that is not there is as good as removed. */
export function ignoreMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}
