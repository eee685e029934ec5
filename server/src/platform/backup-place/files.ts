import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HashedFile } from './manifest.ts';

/** Writes a new file durably, readable by its owner only. @returns its length and hash */
export async function writeHashed(
  path: string,
  source: AsyncIterable<Uint8Array | string> | Iterable<string>,
): Promise<HashedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await pipeline(source, measure, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  return { bytes, sha256: hash.digest('hex') };
}

/** Whether a file has its length and hash; false for a missing one. */
export async function isIntactFile(path: string, { bytes, sha256 }: HashedFile): Promise<boolean> {
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      length += chunk.length;
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return false;
    throw error;
  }
  return length === bytes && hash.digest('hex') === sha256;
}

/** The text of a small file. */
export const readText = (path: string): Promise<string> => readFile(path, 'utf8');

/** The bytes of a file. */
export const readBytes = (path: string): Readable => createReadStream(path);

/** The lines of a file. */
export function linesOf(path: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(path), crlfDelay: Infinity });
}

export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The paths of all files in a folder and its folders, from the folder, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(folder, join(parentPath, name))).toSorted();
}
