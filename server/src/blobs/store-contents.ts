import type { Transaction } from 'kysely';
import type { StoredBlob } from '../platform/blobs/index.ts';
import type { DB } from '../platform/database/index.ts';
import { type StoreBlobs, storeBlobs } from './store-contents.queries.ts';
import { insertGarbage } from './release.queries.ts';

/** Ids of blobs by the SHA-256 of their content. */
export class BlobIds {
  readonly #ids: ReadonlyMap<string, number>;

  constructor(blobs: readonly { id: number; sha256: Buffer }[]) {
    this.#ids = new Map(blobs.map(({ id, sha256 }) => [nameOf(sha256), id]));
  }

  /** @throws RangeError for an unknown content */
  of({ sha256 }: Pick<StoredBlob, 'sha256'>): number {
    const id = this.#ids.get(nameOf(sha256));
    if (id === undefined) throw new RangeError('The content has no blob');
    return id;
  }
}

const nameOf = (sha256: Buffer): string => sha256.toString('base64');

/**
 * Inserts rows for stored bytes, or returns the existing rows of the same contents (SAFE-21). The caller references the
 * blobs in the same transaction. Bytes that are not used are released.
 * @param wanted the same content can appear more than once
 */
export async function storeContents(tx: Transaction<DB>, wanted: StoreBlobs): Promise<BlobIds> {
  const bySum = new Map(wanted.blobs.map((blob) => [nameOf(blob.sha256), blob]));
  const kept = await storeBlobs(tx, { ...wanted, blobs: [...bySum.values()] });
  const chosen = new Set(kept.map(({ key }) => key));
  const released = wanted.blobs.map(({ key }) => key).filter((key) => !chosen.has(key));
  if (released.length > 0) await insertGarbage(tx, released);
  return new BlobIds(kept);
}

/** `storeContents` for one content. @returns the id of its blob */
export async function storeContent(
  tx: Transaction<DB>,
  { blob, ...wanted }: Omit<StoreBlobs, 'blobs'> & { blob: StoredBlob },
): Promise<number> {
  return (await storeContents(tx, { ...wanted, blobs: [blob] })).of(blob);
}
