import type { Transaction } from 'kysely';
import { type BlobIds, keepContents } from '../blobs/index.ts';
import type { DB } from '../platform/database/index.ts';
import { wantTexts } from '../search/index.ts';
import { ensureFolders, type FileToPut, type Folder, type ItemAttributes, putFiles } from '../tree/index.ts';
import type { Incoming } from './plan-transfer.ts';
import { markStored, type StoredUpload } from './transfer.queries.ts';

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
  /** storage keys whose bytes were read and found intact just before */
  intactKeys: ReadonlySet<string>;
  at: Date;
}

type Group = Pick<Store, 'recordId' | 'deliveries' | 'at'>;

/**
 * Makes items and versions of deliveries, in their order. The caller holds the record's lock and those of the
 * uploads. Bytes that the vault had already are released.
 */
export async function storeDeliveries(
  tx: Transaction<DB>,
  { recordId, deliveries, intactKeys, at }: Store,
): Promise<void> {
  const incoming = deliveries.flatMap((delivery) => delivery.incoming);
  if (incoming.length === 0) return;
  const blobs = incoming.map(({ blob }) => blob);
  const blobIds = await keepContents(tx, { blobs, intactKeys, now: at });
  const uploads: StoredUpload[] = [];
  for (const group of Map.groupBy(deliveries, authorship).values()) {
    uploads.push(...(await storeGroup(tx, { recordId, deliveries: group, at }, blobIds)));
  }
  await markStored(tx, uploads);
}

/** Deliveries of one author with the same attributes are put together. */
const authorship = ({ by, attributes }: Delivery) => JSON.stringify([by, attributes]);

async function storeGroup(
  tx: Transaction<DB>,
  { recordId, deliveries, at }: Group,
  blobIds: BlobIds,
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
        blobId: blobIds.of(one.blob),
        sizeBytes: one.blob.sizeBytes,
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
