import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from './part-file.ts';

/** Blobs put into one directory before the next is drawn: few enough to list, many enough to share its fsync. */
const BLOBS_PER_TURN = 1000;

const KEY = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{32}$/;

/**
 * The directories that finished blobs live in: two levels of 256, the key is the path below the root. A writer
 * stays with one directory for a while, since blobs that arrive together then share one fsync of it, and a new
 * directory has to be made durable only once.
 */
export class Shards {
  readonly #root: string;
  #current: Promise<Shard> | undefined;
  #left = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Where the bytes of a key lie; undefined for text that is no key of this store. */
  pathOf(key: string): string | undefined {
    return KEY.test(key) ? join(this.#root, key) : undefined;
  }

  /** Moves a finished, synced file in under a new key. Durable when it resolves; on failure it is gone. */
  async adopt(finishedPath: string): Promise<string> {
    const shard = await this.#next();
    const id = randomBytes(16).toString('hex');
    const path = join(this.#root, shard.name, id);
    await rename(finishedPath, path);
    try {
      await shard.sync();
    } catch (error) {
      await unlink(path).catch(ignoreMissing);
      throw error;
    }
    return `${shard.name}/${id}`;
  }

  #next(): Promise<Shard> {
    if (!this.#current || this.#left === 0) {
      this.#left = BLOBS_PER_TURN;
      this.#current = this.#draw().catch((error: unknown) => {
        this.#current = undefined;
        throw error;
      });
    }
    this.#left -= 1;
    return this.#current;
  }

  async #draw(): Promise<Shard> {
    const [outer, inner] = [randomBytes(1).toString('hex'), randomBytes(1).toString('hex')];
    await mkdir(join(this.#root, outer, inner), { recursive: true, mode: 0o700 });
    await syncDirectory(join(this.#root, outer));
    await syncDirectory(this.#root);
    return new Shard(`${outer}/${inner}`, join(this.#root, outer, inner));
  }
}

/** One directory, whose fsync is shared by everybody who asks for it at the same time. */
class Shard {
  readonly name: string;
  readonly #path: string;
  #running: Promise<void> | undefined;
  #waiting: Promise<void> | undefined;

  constructor(name: string, path: string) {
    this.name = name;
    this.#path = path;
  }

  /** Resolves when everything renamed into the directory before this call is durable. */
  sync(): Promise<void> {
    if (!this.#running) return this.#start();
    // One that runs already may have started before our rename; the next one cannot.
    this.#waiting ??= this.#running
      .catch(() => {})
      .then(() => {
        this.#waiting = undefined;
        return this.#start();
      });
    return this.#waiting;
  }

  #start(): Promise<void> {
    const running = syncDirectory(this.#path).finally(() => {
      this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}

/** Makes the names in a directory durable. Windows offers no such call and keeps them by itself. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
