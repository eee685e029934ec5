import { randomBytes } from 'node:crypto';
import { mkdir, rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isBlobKey } from './blob-key.ts';
import type { StoredBytes } from './blobs.ts';
import { filesIn, foldersIn } from './list-folder.ts';
import { storageCall, type StorageLimits } from './file-call.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Number of blobs written to one directory before another is chosen: few enough to list, many enough to share its
 * fsync.
 */
const BLOBS_PER_TURN = 1000;

/**
 * The directories of finished blobs: two levels of 256, the key is the path below the root. A writer stays with one
 * directory for a while, so that concurrent blobs share one fsync of it, and a new directory is made durable only once.
 */
export class Shards {
  readonly #root: string;
  readonly #limits: StorageLimits;
  #current: Promise<Shard> | undefined;
  #left = 0;

  constructor(root: string, limits: StorageLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** The path of a key's bytes; undefined for text that is not a key of this store. */
  pathOf(key: string): string | undefined {
    return isBlobKey(key) ? join(this.#root, key) : undefined;
  }

  /**
   * Moves a finished, synced file to a new key. The file is durable when this resolves, and deleted when it fails.
   * @throws StorageFailed, StorageFull
   */
  async moveIntoShard(finishedPath: string): Promise<string> {
    const shard = await this.#next();
    return this.#move(finishedPath, shard, randomBytes(16).toString('hex'));
  }

  /** Like `moveIntoShard`, to a given key; replaces a file of this key. @throws StorageFailed, StorageFull */
  async moveToKey(finishedPath: string, key: string): Promise<string> {
    return this.#move(finishedPath, await this.#make(dirname(key)), basename(key));
  }

  async #move(finishedPath: string, shard: Shard, id: string): Promise<string> {
    const path = join(this.#root, shard.name, id);
    const call = { operation: 'rename', pathKind: 'unfinished blob' } as const;
    const renaming = rename(finishedPath, path);
    try {
      await storageCall(renaming, this.#limits.callMs, call);
      await shard.sync();
    } catch (error) {
      // Deletes the file also when the rename ends after its time limit. A file that remains has no row: the sweep
      // finds it.
      void renaming.then(() => unlink(path)).catch(() => {});
      throw error;
    }
    return `${shard.name}/${id}`;
  }

  /** All finished files in the order of their keys; each directory is read when it is reached. @throws StorageFailed */
  async *list(): AsyncGenerator<StoredBytes> {
    for (const outer of await foldersIn(this.#root, this.#limits)) {
      for (const inner of await foldersIn(join(this.#root, outer), this.#limits)) {
        const shard = `${outer}/${inner}`;
        for await (const { name, ...file } of filesIn(join(this.#root, shard), this.#limits)) {
          const key = `${shard}/${name}`;
          if (isBlobKey(key)) yield { key, ...file };
        }
      }
    }
  }

  #next(): Promise<Shard> {
    if (!this.#current || this.#left === 0) {
      this.#left = BLOBS_PER_TURN;
      const [outer, inner] = [randomBytes(1).toString('hex'), randomBytes(1).toString('hex')];
      this.#current = this.#make(`${outer}/${inner}`).catch((error: unknown) => {
        this.#current = undefined;
        throw error;
      });
    }
    this.#left -= 1;
    return this.#current;
  }

  /** @param name two folder names, such as '0a/f3' */
  async #make(name: string): Promise<Shard> {
    const path = join(this.#root, name);
    const making = mkdir(path, { recursive: true, mode: 0o700 });
    await storageCall(making, this.#limits.callMs, { operation: 'make folder', pathKind: 'folder' });
    await syncFolder(dirname(path), this.#limits);
    await syncFolder(this.#root, this.#limits);
    return new Shard(name, path, this.#limits);
  }
}

/** One directory of blobs. Writers that need an fsync of it at the same time share one fsync. */
class Shard {
  readonly name: string;
  readonly #path: string;
  readonly #limits: StorageLimits;
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor(name: string, path: string, limits: StorageLimits) {
    this.name = name;
    this.#path = path;
    this.#limits = limits;
  }

  /** Resolves when all files renamed into the directory before this call are durable. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start();
    // A running sync may have started before this rename; the next one starts after it.
    this.#waiting ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#waiting = undefined;
        return this.#start();
      });
    return this.#waiting;
  }

  #start(): Promise<void> {
    const running = syncFolder(this.#path, this.#limits).finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
