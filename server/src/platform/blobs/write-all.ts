import type { FileHandle } from 'node:fs/promises';

/** Writes pieces. One call can write only some of them (almost full disk, signal); further calls write the rest. */
export async function writeAll(
  handle: FileHandle,
  pieces: readonly Uint8Array[],
  { bytes, position }: { bytes: number; position: number },
): Promise<void> {
  const { bytesWritten } = await handle.writev(pieces, position);
  if (bytesWritten === bytes) return;
  const rest = Buffer.concat(pieces).subarray(bytesWritten);
  let done = 0;
  while (done < rest.length) {
    const written = await handle.write(rest, done, rest.length - done, position + bytesWritten + done);
    if (written.bytesWritten === 0) throw Object.assign(new Error('write returned 0'), { code: 'EIO' });
    done += written.bytesWritten;
  }
}
