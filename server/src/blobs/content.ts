import { Errors } from '../http/index.ts';
import { BlobDamaged, type BlobRange, type BlobReader, type Blobs } from '../platform/blobs/index.ts';
import type { Database } from '../platform/database/index.ts';
import { blobsOf, type FoundBlob } from './store-contents.queries.ts';

export interface ContentDeps {
  database: Database;
  blobs: Blobs;
}

/** Maximum number of contents in one query. */
const LOOK_UP = 1000;

/**
 * Opens stored contents by their SHA-256. The storage key of a content can change after the content was chosen, because
 * a damaged copy is replaced (SAFE-21). All contents are looked up together when the first one is opened.
 */
export class StoredContents {
  readonly #deps: ContentDeps;
  readonly #wanted: readonly Buffer[];
  #found: Promise<Map<string, FoundBlob>> | null = null;

  /** @param sha256s all contents that can be opened */
  constructor(deps: ContentDeps, sha256s: readonly Buffer[]) {
    this.#deps = deps;
    this.#wanted = sha256s;
  }

  /** the number of contents that one reply reads concurrently */
  get parallelReads(): number {
    return this.#deps.blobs.parallelReads;
  }

  /** @throws E4 for a content that was permanently deleted, BlobDamaged, StorageFailed */
  open = async (sha256: Buffer, range?: BlobRange): Promise<BlobReader> => {
    const blob = await this.#blobOf(sha256);
    try {
      return await this.#openUnmarked(blob, range);
    } catch (error) {
      const moved = error instanceof BlobDamaged ? await this.#lookUpAgain(sha256) : undefined;
      if (moved === undefined || moved.key === blob.key) throw error;
      return this.#openUnmarked(moved, range);
    }
  };

  /** A marked blob fails before its first byte, instead of in the middle of a transfer (SAFE-02). */
  async #openUnmarked(blob: FoundBlob, range: BlobRange | undefined): Promise<BlobReader> {
    if (blob.isDamaged) throw new BlobDamaged(blob.key, 'marked');
    return this.#deps.blobs.open(blob, range);
  }

  /** Returns all bytes of a content. @throws as `open` */
  async read(sha256: Buffer): Promise<Buffer<ArrayBuffer>> {
    const reader = await this.open(sha256);
    try {
      const { sizeBytes } = await this.#blobOf(sha256);
      const bytes = Buffer.allocUnsafeSlow(sizeBytes);
      await reader.read(bytes);
      return bytes;
    } finally {
      await reader.close();
    }
  }

  async #blobOf(sha256: Buffer): Promise<FoundBlob> {
    this.#found ??= this.#lookUp(this.#wanted);
    const blob = (await this.#found).get(nameOf(sha256));
    if (blob === undefined) throw Errors.notFound();
    return blob;
  }

  async #lookUpAgain(sha256: Buffer): Promise<FoundBlob | undefined> {
    const name = nameOf(sha256);
    const blob = (await this.#lookUp([sha256])).get(name);
    if (blob !== undefined) (await this.#found)?.set(name, blob);
    return blob;
  }

  async #lookUp(sha256s: readonly Buffer[]): Promise<Map<string, FoundBlob>> {
    const found = new Map<string, FoundBlob>();
    for (let at = 0; at < sha256s.length; at += LOOK_UP) {
      const blobs = await blobsOf(this.#deps.database.kysely, sha256s.slice(at, at + LOOK_UP));
      for (const blob of blobs) found.set(nameOf(blob.sha256), blob);
    }
    return found;
  }
}

/** Returns all bytes of one stored content. @throws as `StoredContents.open` */
export const readContent = (deps: ContentDeps, sha256: Buffer): Promise<Buffer<ArrayBuffer>> =>
  new StoredContents(deps, [sha256]).read(sha256);

const nameOf = (sha256: Buffer): string => sha256.toString('base64');
