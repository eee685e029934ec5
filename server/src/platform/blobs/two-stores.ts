import { BlobDamaged, type BlobStore, type StoredBytes } from './blobs.ts';
import { streamOf } from './stream-of.ts';

/** Two stores of one vault, while its bytes move from one to the other. */
export interface StorePair {
  /** receives all new bytes */
  target: BlobStore;
  disk: BlobStore;
  s3: BlobStore;
}

/**
 * Both stores as one. New bytes are written to the target. Bytes are looked up on the disk first, because that costs
 * the least; then in S3; and on the disk again, because they can have moved there between both.
 */
export function twoStores({ target, disk, s3 }: StorePair): BlobStore {
  const stores = [disk, s3, disk];
  const open: BlobStore['open'] = (blob, range) => firstWith(stores, (store) => store.open(blob, range));
  return {
    parallelReads: s3.parallelReads,
    directUploads: target.directUploads,
    write: (source, options) => target.write(source, options),
    writeAs: (key, source, options) => target.writeAs(key, source, options),
    open,
    read: (blob, range) => streamOf(() => open(blob, range)),
    readStored: (key) => firstWith(stores, (store) => store.readStored(key)),
    sizeOf: async (key) => (await disk.sizeOf(key)) ?? (await s3.sizeOf(key)) ?? disk.sizeOf(key),
    space: () => target.space(),
    check: async () => {
      await Promise.all([disk.check(), s3.check()]);
    },
    delete: async (key) => {
      await Promise.all([disk.delete(key), s3.delete(key)]);
    },
    measure: (key) => firstWith(stores, (store) => store.measure(key)),
    list: () => merged(disk.list(), s3.list()),
    deleteUnfinished: async (time) => {
      const deleted = await Promise.all([disk.deleteUnfinished(time), s3.deleteUnfinished(time)]);
      return deleted.reduce((sum, count) => sum + count, 0);
    },
  };
}

/** The result of the first store that has the bytes. @throws BlobDamaged of the last one when none has them */
async function firstWith<T>(
  stores: readonly BlobStore[],
  work: (store: BlobStore) => Promise<T>,
): Promise<T> {
  let missing: unknown;
  for (const store of stores) {
    try {
      return await work(store);
    } catch (error) {
      if (!(error instanceof BlobDamaged) || error.damage !== 'missing') throw error;
      missing = error;
    }
  }
  throw missing;
}

/** Merges two lists in the order of their keys; a key of both is listed once. */
async function* merged(
  left: AsyncIterable<StoredBytes>,
  right: AsyncIterable<StoredBytes>,
): AsyncGenerator<StoredBytes> {
  const lists = [left[Symbol.asyncIterator](), right[Symbol.asyncIterator]()] as const;
  let [a, b] = await Promise.all([lists[0].next(), lists[1].next()]);
  while (a.done !== true || b.done !== true) {
    const isLeft = b.done === true || (a.done !== true && a.value.key <= b.value.key);
    const next = isLeft ? a : b;
    if (next.done !== true) yield next.value;
    const isBoth = a.done !== true && b.done !== true && a.value.key === b.value.key;
    const pair = await Promise.all([
      isLeft || isBoth ? lists[0].next() : a,
      !isLeft || isBoth ? lists[1].next() : b,
    ]);
    [a, b] = pair;
  }
}
