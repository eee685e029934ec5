import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Stores bytes as a file that is complete after a power loss (fsync of file and folder), without any checks. */
export async function storeDurably(bytes: Readable, folder: string, name: string): Promise<void> {
  const part = join(folder, `.part-${name}`);
  await pipeline(bytes, createWriteStream(part, { flush: true }));
  await rename(part, join(folder, name));
  const directory = await open(folder);
  await directory.sync();
  await directory.close();
}
