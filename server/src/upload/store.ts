import type { Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { wantTexts } from '../search/index.ts';
import { ensureFolders, type FileToPut, type Folder, type ItemAttributes, putFiles } from '../tree/index.ts';
import type { Incoming } from './plan-transfer.ts';
import { chooseBlobs, type ChosenBlob, markStored, type StoredUpload } from './transfer.queries.ts';

/** Files that go into one folder, by one person. */
export interface Delivery {
  folder: Folder;
  incoming: readonly Incoming[];
  attributes: ItemAttributes;
  by: { id: string; name: string };
}

interface Store {
  recordId: string;
  deliveries: readonly Delivery[];
  at: Date;
}

/**
 * Makes items and versions of deliveries, in their order. The caller holds the record's lock and those of the
 * uploads.
 * @returns storage keys of bytes that the vault had already
 */
export async function storeDeliveries(
  tx: Transaction<DB>,
  { recordId, deliveries, at }: Store,
): Promise<string[]> {
  const incoming = deliveries.flatMap((delivery) => delivery.incoming);
  if (incoming.length === 0) return [];
  const blobs = await blobsFor(tx, incoming, at);
  const uploads: StoredUpload[] = [];
  for (const group of Map.groupBy(deliveries, authorship).values()) {
    uploads.push(...(await storeGroup(tx, { recordId, deliveries: group, at }, blobs)));
  }
  const kept = new Set([...blobs.values()].map((blob) => blob.storageKey));
  const superfluous = incoming.map((one) => one.storageKey).filter((key) => !kept.has(key));
  await markStored(tx, { uploads, superfluous });
  return superfluous;
}

/** Deliveries of one author with the same attributes are put together. */
const authorship = ({ by, attributes }: Delivery) => JSON.stringify([by, attributes]);

async function blobsFor(
  tx: Transaction<DB>,
  incoming: readonly Incoming[],
  at: Date,
): Promise<Map<string, ChosenBlob>> {
  const bySum = new Map(incoming.map((one) => [sumOf(one), one]));
  const chosen = await chooseBlobs(tx, [...bySum.values()], at);
  return new Map(chosen.map((blob) => [sumOf(blob), blob]));
}

const sumOf = ({ sha256 }: { sha256: Buffer }) => sha256.toString('hex');

async function storeGroup(
  tx: Transaction<DB>,
  { recordId, deliveries, at }: Store,
  blobs: ReadonlyMap<string, ChosenBlob>,
): Promise<StoredUpload[]> {
  const [first] = deliveries;
  if (first === undefined) return [];
  const { attributes } = first;
  const change = { by: first.by, at };
  const files: FileToPut[] = [];
  const keys: { ownerId: string; key: string }[] = [];
  for (const { folder, incoming } of deliveries) {
    const paths = incoming.map((one) => one.folderPath);
    const ids = paths.some((path) => path !== '')
      ? await ensureFolders(tx, { parent: folder, paths, change, attributes })
      : new Map([['', folder.id]]);
    for (const one of incoming) {
      files.push({
        folderId: mustHave(ids.get(one.folderPath)),
        name: one.name,
        blobId: mustHave(blobs.get(sumOf(one))).id,
        sizeBytes: one.sizeBytes,
        scannedBy: one.scannedBy,
      });
      keys.push({ ownerId: one.ownerId, key: one.key });
    }
  }
  const put = await putFiles(tx, { recordId, files, change, attributes });
  await wantTexts(tx, recordId, files);
  return put.map(({ fileId, versionId }, index) => ({ ...mustHave(keys[index]), fileId, versionId }));
}

function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a part of the transfer is missing');
  return value;
}
