import { randomUUID } from 'node:crypto';
import {
  BlobFolderError,
  createFolderMarker,
  type FolderMarker,
  readFolderMarker,
  replaceFolderMarker,
} from '../platform/blobs/index.ts';
import type { Database } from '../platform/database/index.ts';
import { claimBlobFolder, readBlobFolderId, setBlobFolder } from './blob-folder.queries.ts';
import { readVaultId } from './vault-id.queries.ts';

/** The folder of blobs, and the database of its vault. */
export interface BlobFolder {
  database: Database;
  /** path of the folder */
  folder: string;
}

/**
 * Checks that a folder has the bytes of this vault, so that a process on a machine that does not share the folder, or
 * whose disk is not mounted, does not start (NODES-03). The first start marks the folder.
 * @throws BlobFolderError, StorageFailed, StorageFull, the database's error
 */
export async function claimFolder({ database, folder }: BlobFolder): Promise<void> {
  const vaultId = await readVaultId(database.kysely);
  const knownId = await readBlobFolderId(database.kysely);
  const found = await readFolderMarker(folder);
  mustMatch(folder, { vaultId, found, knownId });
  const marker = found ?? (await createFolderMarker(folder, { vaultId, folderId: randomUUID() }));
  // Two processes with different folders can start at the same time: the database decides.
  const claimedId = await claimBlobFolder(database.kysely, marker.folderId);
  mustMatch(folder, { vaultId, found: marker, knownId: claimedId });
}

/**
 * Like `claimFolder`, for commands: marks nothing.
 * @throws BlobFolderError, StorageFailed, the database's error
 */
export async function mustBeOwnFolder({ database, folder }: BlobFolder): Promise<void> {
  const vaultId = await readVaultId(database.kysely);
  const knownId = await readBlobFolderId(database.kysely);
  mustMatch(folder, { vaultId, found: await readFolderMarker(folder), knownId });
}

/**
 * Makes a folder the one of this vault, whatever it was before.
 * @throws BlobFolderError for an unreadable marker, StorageFailed, StorageFull, the database's error
 */
export async function acceptFolder({ database, folder }: BlobFolder): Promise<void> {
  const vaultId = await readVaultId(database.kysely);
  const found = await readFolderMarker(folder);
  const marker = found?.vaultId === vaultId ? found : { vaultId, folderId: randomUUID() };
  await replaceFolderMarker(folder, marker);
  await setBlobFolder(database.kysely, marker.folderId);
}

interface Identities {
  vaultId: string;
  /** null: the folder has no marker */
  found: FolderMarker | null;
  /** the folder of the database; null: it has none */
  knownId: string | null;
}

function mustMatch(folder: string, { vaultId, found, knownId }: Identities): void {
  if (found !== null && found.vaultId !== vaultId) {
    throw new BlobFolderError(
      `The folder ${folder} belongs to another vault. Set DATA_DIR to the folder of this vault. ${ACCEPT}`,
    );
  }
  if (knownId === null || found?.folderId === knownId) return;
  throw new BlobFolderError(
    `The folder ${folder} does not have the files of this vault: its servers have used another folder so far. All server ` +
      `processes share one folder, or S3 (S3_BUCKET). Mount the folder, or correct DATA_DIR. ${ACCEPT}`,
  );
}

const ACCEPT =
  'If this folder replaces the former one for all server processes, run: npm run vault -- accept-folder';
