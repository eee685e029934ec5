import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { type BlobIds, storeContents } from '../blobs/index.ts';
import type { ActorContext } from '../platform/actor/index.ts';
import type { DB } from '../platform/database/index.ts';
import { queueThumbnails } from '../preview/index.ts';
import { queueTexts } from '../search/index.ts';
import {
  type Authorship,
  ensureFolders,
  type FileToPut,
  type Folder,
  type ItemAttributes,
  putFiles,
} from '../tree/index.ts';
import { uploadEvent } from './audit-delivery.ts';
import type { FileToPlace, PlacedFile, PlacementPolicy } from './placement.ts';
import type { Incoming } from './plan-transfer.ts';
import { markStoredWithCommit, type StoredUpload } from './transfer.queries.ts';

/** Files that one account puts into one folder. */
export interface Delivery {
  folder: Folder;
  incoming: readonly Incoming[];
  attributes: ItemAttributes;
  by: { id: string; name: string };
  /** the caller, for the audit */
  context: ActorContext;
  placing: PlacementPolicy;
}

interface Store {
  recordId: string;
  deliveries: readonly Delivery[];
  /** storage keys whose bytes were read and verified before the transaction */
  intactKeys: ReadonlySet<string>;
  at: Date;
}

type Group = Pick<Store, 'recordId' | 'deliveries' | 'at'>;

/**
 * Creates the items and versions of deliveries, in order. The caller holds the locks of the record and of the uploads.
 * Bytes that the vault already has are released.
 */
export async function storeDeliveries(
  tx: Transaction<DB>,
  { recordId, deliveries, intactKeys, at }: Store,
): Promise<void> {
  const incoming = deliveries.flatMap((delivery) => delivery.incoming);
  if (incoming.length === 0) return;
  const blobs = incoming.map(({ blob }) => blob);
  const blobIds = await storeContents(tx, { blobs, intactKeys, now: at });
  const uploads: StoredUpload[] = [];
  for (const group of Map.groupBy(deliveries, authorship).values()) {
    uploads.push(...(await storeGroup(tx, { recordId, deliveries: group, at }, blobIds)));
  }
  markStoredWithCommit(tx, uploads);
}

/** Deliveries of one author with the same attributes and placing are stored together. */
const authorship = ({ by, attributes, placing }: Delivery) => JSON.stringify([by, attributes, placing.key]);

async function storeGroup(
  tx: Transaction<DB>,
  { recordId, deliveries, at }: Group,
  blobIds: BlobIds,
): Promise<StoredUpload[]> {
  const [first] = deliveries;
  if (first === undefined) return [];
  const { attributes, placing } = first;
  const change = { by: first.by, at };
  const deliveryOf = new Map<FileToPlace, Delivery>();
  for (const delivery of deliveries) {
    for (const file of await inFolders(tx, delivery, change)) deliveryOf.set(file, delivery);
  }
  const wanted = [...deliveryOf.keys()];
  const placements = await placing.place(tx, recordId, wanted);
  const missing = wanted.filter((_file, index) => placements[index]?.stored === null);
  const files = wanted.flatMap((file, index): FileToPut[] => {
    const { name, stored } = mustHave(placements[index]);
    const { folderId, scannedBy, blob } = file;
    if (stored !== null) return [];
    return [{ folderId, name, scannedBy, blobId: blobIds.of(blob), sizeBytes: blob.sizeBytes }];
  });
  const put = await putFiles(tx, { recordId, files, change, attributes });
  await queueTexts(tx, recordId, files);
  await queueThumbnails(tx, files);
  const versions = new Map(missing.map((file, index) => [file, mustHave(put[index])]));
  const placed = wanted.map((file, index): PlacedFile => {
    const placement = mustHave(placements[index]);
    const { fileId, versionId } = mustHave(placement.stored ?? versions.get(file));
    return { ...file, placement, fileId, versionId };
  });
  const facts = await placing.record(tx, recordId, placed, at);
  const events = wanted.map((file, index) =>
    uploadEvent(deliveryOf.get(file) ?? first, mustHave(placed[index]), { ...facts, at }),
  );
  await recordAudit(tx, events);
  return placed;
}

/** The files of a delivery with their folders; missing folders are created. */
async function inFolders(
  tx: Transaction<DB>,
  { folder, incoming, attributes, context }: Delivery,
  change: Authorship,
): Promise<FileToPlace[]> {
  const paths = incoming.map((one) => one.folderPath);
  const ids = paths.some((path) => path !== '')
    ? await ensureFolders(tx, { parent: folder, paths, change, attributes, context })
    : new Map([['', folder.id]]);
  return incoming.map((one) => ({ ...one, folderId: mustHave(ids.get(one.folderPath)) }));
}

function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a part of the transfer is missing');
  return value;
}
