import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobReader, BlobRef } from '../blobs/index.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Writes contents under their keys into a folder. */
export class ContentFolder {
  readonly #path: string;
  readonly #folders = new Set<string>();

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Writes a content. It is not durable yet.
   * @throws the error of the reader or of the disk; the content is then missing, or has another length
   */
  async write(
    { key, sizeBytes }: Pick<BlobRef, 'key' | 'sizeBytes'>,
    openContent: () => Promise<BlobReader>,
  ): Promise<void> {
    const path = join(this.#path, key);
    const reader = await openContent();
    try {
      await this.#makeFolder(dirname(path));
      const file = await open(path, 'w', 0o600);
      try {
        const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, sizeBytes));
        for (let left = sizeBytes; left > 0;) {
          const bytes = await reader.read(chunk);
          await file.writeFile(chunk.subarray(0, bytes));
          left -= bytes;
          if (bytes < chunk.length) break;
        }
      } catch (error) {
        await file.truncate(0).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    } finally {
      await reader.close();
    }
  }

  async #makeFolder(path: string): Promise<void> {
    if (this.#folders.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    this.#folders.add(path);
  }
}
