import { randomUUID } from 'node:crypto';
import { mkdir, opendir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { BlobMissing, type BlobRange, type BlobReader, type Blobs } from './blobs.ts';
import { takeIn } from './intake.ts';
import { openFileReader } from './file-reader.ts';
import { ignoreMissing, isMissing, PartFile } from './part-file.ts';
import { Shards } from './shards.ts';

/**
 * Sizes of the chunks of `read`: the first one small, as most blobs are; then eight times Node's own, since
 * every chunk costs a trip to a thread and back.
 */
const FIRST_CHUNK_BYTES = 64 * 1024;
const CHUNK_BYTES = 512 * 1024;

/**
 * Blobs in a directory: finished ones in `root/xx/yy/`, half-written ones in `root/unfinished/`. Several
 * processes may share the directory.
 * @param root is made when it is not there
 */
export async function diskBlobs(root: string): Promise<Blobs> {
  const unfinished = join(root, 'unfinished');
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const shards = new Shards(root);

  const openBlob = async (key: string, range?: BlobRange): Promise<BlobReader> => {
    const path = shards.pathOf(key);
    if (!path) throw new BlobMissing(key);
    return openFileReader(path, range).catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissing(key, error) : error;
    });
  };

  return {
    async write(source, options) {
      const part = new PartFile(join(unfinished, randomUUID()));
      try {
        const intake = await takeIn(source, (pieces) => part.append(pieces), options);
        await part.finish();
        return { key: await shards.adopt(part.path), ...intake };
      } catch (error) {
        await part.discard();
        throw error;
      }
    },
    open: openBlob,
    read: (key, range) =>
      Readable.from(
        chunks(() => openBlob(key, range)),
        { objectMode: false },
      ),
    async remove(key) {
      const path = shards.pathOf(key);
      if (path) await unlink(path).catch(ignoreMissing);
    },
    async check() {
      const probe = join(unfinished, `probe-${randomUUID()}`);
      await writeFile(probe, 'x', { mode: 0o600 });
      await unlink(probe).catch(ignoreMissing);
    },
    async *storedBefore(time) {
      for await (const outer of directories(root)) {
        for await (const inner of directories(join(root, outer))) {
          for await (const id of olderThan(time, join(root, outer, inner))) {
            const key = `${outer}/${inner}/${id}`;
            if (shards.pathOf(key)) yield key;
          }
        }
      }
    },
    async sweepUnfinished(time) {
      let removed = 0;
      for await (const name of olderThan(time, unfinished)) {
        await unlink(join(unfinished, name)).catch(ignoreMissing);
        removed += 1;
      }
      return removed;
    },
  };
}

async function* chunks(opened: () => Promise<BlobReader>): AsyncGenerator<Uint8Array> {
  const reader = await opened();
  try {
    for (let size = FIRST_CHUNK_BYTES; ; size = CHUNK_BYTES) {
      const chunk = Buffer.allocUnsafeSlow(size);
      const bytes = await reader.read(chunk);
      if (bytes > 0) yield chunk.subarray(0, bytes);
      if (bytes < size) return;
    }
  } finally {
    await reader.close();
  }
}

async function* directories(path: string): AsyncGenerator<string> {
  for await (const entry of await opendir(path)) {
    if (entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)) yield entry.name;
  }
}

/** Names of the files in a directory that were last written before `time`. One that vanishes is left out. */
async function* olderThan(time: Date, path: string): AsyncGenerator<string> {
  for await (const entry of await opendir(path)) {
    const found = await stat(join(path, entry.name)).catch(ignoreMissing);
    if (found && found.mtime < time) yield entry.name;
  }
}
