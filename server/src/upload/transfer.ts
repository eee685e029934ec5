import type { TransferDetail } from '@vault/contract';
import type { Transaction } from 'kysely';
import { Errors } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import {
  type Change,
  ensureFolders,
  findFolderById,
  type Folder,
  type ItemAttributes,
  lockRecord,
  putFiles,
} from '../tree/index.ts';
import { discard } from './discard.ts';
import type { UploadParts } from './parts.ts';
import { type Incoming, planTransfer } from './plan-transfer.ts';
import { chooseBlobs, lockUploads, markStored } from './transfer.queries.ts';

export interface Transfer {
  recordId: string;
  /** the folder that receives the files */
  folderId: string;
  /** keys of the owner's uploads; a key may come twice */
  keys: readonly string[];
  /** whose uploads they are, and who is named as the uploader */
  owner: { id: string; name: string };
  attributes: ItemAttributes;
}

/**
 * C20: puts scanned uploads into a folder, all in one transaction. A file of the same name gets a new version
 * (D-11), missing subfolders are made once (D-22), a key that was stored before is not stored again (D-23), and bytes
 * that the vault has already are not kept twice.
 * @returns a code for each key, in their order
 * @throws E4 when the folder is not a live folder of the record
 */
export async function transfer(parts: UploadParts, input: Transfer): Promise<TransferDetail[]> {
  const { database, clock, settings } = parts;
  const { recordId, folderId, keys, owner, attributes } = input;
  const { codes, superfluous } = await database.transaction(async (tx) => {
    await lockRecord(tx, recordId);
    const folder = await findFolderById(tx, recordId, folderId);
    if (folder === null) throw Errors.notFound();
    const now = clock.now();
    const uploads = await lockUploads(tx, { ownerId: owner.id, keys, now });
    const plan = planTransfer(keys, uploads, { ...settings, depth: folder.depth });
    const store = { folder, incoming: plan.incoming, change: { by: owner, at: now }, attributes };
    return { codes: plan.codes, superfluous: await storeAll(tx, store) };
  });
  await discard(parts, superfluous);
  return keys.map((fileKey) => ({ fileKey, code: codes.get(fileKey) ?? 404 }));
}

interface Store {
  folder: Folder;
  incoming: readonly Incoming[];
  change: Change & { by: { id: string } };
  attributes: ItemAttributes;
}

/** @returns storage keys of bytes that the vault had already */
async function storeAll(
  tx: Transaction<DB>,
  { folder, incoming, change, attributes }: Store,
): Promise<string[]> {
  if (incoming.length === 0) return [];
  const bySha = new Map(incoming.map((one) => [one.sha256.toString('hex'), one]));
  const chosen = await chooseBlobs(tx, [...bySha.values()], change.at);
  const blobs = new Map(chosen.map((blob) => [blob.sha256.toString('hex'), blob]));
  const paths = incoming.map((one) => one.folderPath);
  const folders = paths.some((path) => path !== '')
    ? await ensureFolders(tx, { parent: folder, paths, change, attributes })
    : null;
  const files = incoming.map((one) => ({
    folderId: mustHave(one.folderPath === '' ? folder.id : folders?.get(one.folderPath)),
    name: one.name,
    blobId: mustHave(blobs.get(one.sha256.toString('hex'))).id,
    sizeBytes: one.sizeBytes,
    scannedBy: one.scannedBy,
  }));
  const put = await putFiles(tx, { recordId: folder.recordId, files, change, attributes });
  const kept = new Set(chosen.map((blob) => blob.storageKey));
  const superfluous = incoming.map((one) => one.storageKey).filter((key) => !kept.has(key));
  const uploads = incoming.map(({ key }, index) => ({ key, ...mustHave(put[index]) }));
  await markStored(tx, { ownerId: change.by.id, uploads, superfluous });
  return superfluous;
}

function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a part of the transfer is missing');
  return value;
}
