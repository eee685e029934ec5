import { randomUUID } from 'node:crypto';
import { mkdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { freeBytes } from '../memory/index.ts';
import { mustBeBlobKey } from './blob-key.ts';
import {
  type BlobBody,
  BlobDamaged,
  type BlobRange,
  type BlobReader,
  type BlobStore,
  type StoredBlob,
  type WriteOptions,
} from './blobs.ts';
import { STORAGE_LIMITS, storageCall, type StorageLimits } from './file-call.ts';
import { openFileReader } from './file-reader.ts';
import { diskSpace, FreeSpace, NO_CLAIM, type Space } from './free-space.ts';
import { filesIn } from './list-folder.ts';
import { measure, writeMeasured } from './measured-write.ts';
import { ignoreMissing, PartFile } from './part-file.ts';
import { probeFolder } from './probe.ts';
import { Shards } from './shards.ts';
import { streamOf } from './stream-of.ts';
import { SyncHealth } from './sync-health.ts';
import { openVerified } from './verified-reader.ts';

const PROBE_EVERY_MS = 5_000;
const SPACE_MAX_AGE_MS = 2_000;
const WHOLE: BlobRange = { start: 0, end: Number.MAX_SAFE_INTEGER };

export interface DiskOptions {
  limits?: StorageLimits;
  /** the pause before the folder is probed after a failed sync */
  probeEveryMs?: number;
  /** reads the space of a folder's disk; statfs by default */
  readSpace?: (folder: string) => Promise<Space>;
  /** the age up to which the space is not read again */
  spaceMaxAgeMs?: number;
}

/**
 * Blobs in a directory: finished ones in `root/xx/yy/`, unfinished ones in `root/unfinished/`. Several processes can
 * share the directory.
 * @param root is created when it does not exist
 */
export async function diskBlobs(root: string, options: DiskOptions = {}): Promise<BlobStore> {
  await mkdir(join(root, 'unfinished'), { recursive: true, mode: 0o700 });
  return new DiskBlobs(root, options);
}

class DiskBlobs implements BlobStore {
  /** the size of Node's thread pool for files */
  readonly parallelReads = 4;
  readonly directUploads = null;
  readonly #unfinished: string;
  readonly #limits: StorageLimits;
  readonly #shards: Shards;
  readonly #health: SyncHealth;
  readonly #space: FreeSpace;

  constructor(root: string, options: DiskOptions) {
    const { limits = STORAGE_LIMITS, probeEveryMs = PROBE_EVERY_MS } = options;
    const { readSpace = diskSpace, spaceMaxAgeMs = SPACE_MAX_AGE_MS } = options;
    this.#unfinished = join(root, 'unfinished');
    this.#limits = limits;
    this.#shards = new Shards(root, limits);
    this.#health = new SyncHealth(() => probeFolder(this.#unfinished, limits), probeEveryMs);
    this.#space = new FreeSpace(
      () => storageCall(readSpace(root), limits.callMs, { operation: 'stat', pathKind: 'folder' }),
      spaceMaxAgeMs,
    );
  }

  write: BlobStore['write'] = (source, options) =>
    this.#write(source, options, (path) => this.#shards.moveIntoShard(path));

  writeAs: BlobStore['writeAs'] = async (key, source, options) => {
    mustBeBlobKey(key);
    return this.#write(source, options, (path) => this.#shards.moveToKey(path, key));
  };

  /** @param place moves the finished file and returns its key */
  async #write(
    source: BlobBody,
    options: WriteOptions,
    place: (path: string) => Promise<string>,
  ): Promise<StoredBlob> {
    const { expectedBytes = 0, leaveFree, ownsPieces = false } = options;
    const claim = leaveFree === undefined ? NO_CLAIM : await this.#space.claim(expectedBytes, leaveFree);
    const part = new PartFile(join(this.#unfinished, randomUUID()), this.#limits);
    try {
      const append = async (pieces: Uint8Array[]) => {
        await claim.use(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
        await part.append(pieces);
        if (ownsPieces) pieces.forEach(freeBytes);
      };
      const written = await writeMeasured(source, append, options);
      await part.finish();
      return { key: await place(part.path), ...written };
    } catch (error) {
      this.#health.note(error);
      await part.discard();
      throw error;
    } finally {
      claim.end();
    }
  }

  open: BlobStore['open'] = (blob, range) =>
    openVerified(blob, range, (stored) => this.#openStored(blob.key, stored));

  read: BlobStore['read'] = (blob, range) => streamOf(() => this.open(blob, range));

  sizeOf: BlobStore['sizeOf'] = async (key) => {
    const path = this.#shards.pathOf(key);
    if (path === undefined) return null;
    const found = await this.#call('stat', stat(path).catch(ignoreMissing));
    return found?.isFile() === true ? found.size : null;
  };

  space: BlobStore['space'] = () => this.#space.now();

  check: BlobStore['check'] = async () => {
    this.#health.mustBeGood();
    await probeFolder(this.#unfinished, this.#limits).catch((error: unknown) => {
      this.#health.note(error);
      throw error;
    });
  };

  delete: BlobStore['delete'] = async (key) => {
    const path = this.#shards.pathOf(key);
    if (path !== undefined) await this.#call('delete', unlink(path).catch(ignoreMissing));
  };

  readStored: BlobStore['readStored'] = async (key) => {
    const reader = await this.#openStored(key, WHOLE);
    return streamOf(async () => reader);
  };

  measure: BlobStore['measure'] = async (key) => measure(await this.readStored(key));

  list: BlobStore['list'] = () => this.#shards.list();

  deleteUnfinished: BlobStore['deleteUnfinished'] = async (time) => {
    let deleted = 0;
    for await (const { name, storedAt } of filesIn(this.#unfinished, this.#limits)) {
      if (storedAt >= time) continue;
      await unlink(join(this.#unfinished, name)).catch(ignoreMissing);
      deleted += 1;
    }
    return deleted;
  };

  async #openStored(key: string, range: BlobRange): Promise<BlobReader> {
    const path = this.#shards.pathOf(key);
    if (path === undefined) throw new BlobDamaged(key, 'missing');
    return openFileReader({ path, key }, range, this.#limits.callMs);
  }

  #call<T>(operation: 'stat' | 'delete', work: Promise<T>): Promise<T> {
    return storageCall(work, this.#limits.callMs, { operation, pathKind: 'blob' });
  }
}
