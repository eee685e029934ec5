import { makeZip } from 'client-zip';
import type { Pack, PackEntry } from '../queue/transport.ts';

/**
 * Packs files into one ZIP without keeping their bytes in memory (UPLOAD-27).
 *
 * A stored, uncompressed ZIP is the files themselves between small headers. client-zip streams the archive and computes
 * the CRC-32 checksums; only the headers are kept from the stream, and for the bytes of the files the Blob refers to
 * the files on the disk. A folder of any size therefore needs memory only for its headers, and no temporary copy. The
 * browser refuses to send a file that was changed after it was chosen, so a checksum always matches the sent bytes.
 *
 * @returns the ZIP, as a Blob that reads from the given files
 * @throws DOMException NotReadableError when a file cannot be read; the signal's reason when aborted
 */
export const packFiles: Pack = async ({ entries, onProgress, signal }) => {
  const chunkOwner = new WeakMap<Uint8Array, PackEntry>();
  const blobParts: BlobPart[] = [];
  let doneBytes = 0;
  let owner: PackEntry | undefined;
  const reader = makeZip(zipInputs(entries, chunkOwner)).getReader();
  try {
    for (;;) {
      signal.throwIfAborted();
      const { value: chunk, done } = await reader.read();
      if (done) break;
      const entry = chunkOwner.get(chunk);
      if (!entry) {
        blobParts.push(chunk as Uint8Array<ArrayBuffer>);
        continue;
      }
      if (entry !== owner) blobParts.push(entry.file);
      owner = entry;
      doneBytes += chunk.byteLength;
      onProgress(doneBytes);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return new Blob(blobParts, { type: 'application/zip' });
};

function* zipInputs(entries: readonly PackEntry[], chunkOwner: WeakMap<Uint8Array, PackEntry>) {
  for (const entry of entries) {
    const { path, file } = entry;
    const input = file.stream().pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          chunkOwner.set(chunk, entry);
          controller.enqueue(chunk);
        },
      }),
    );
    yield { name: path, input, size: file.size, lastModified: new Date(file.lastModified) };
  }
}
