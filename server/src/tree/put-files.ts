import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { announce } from '../events/index.ts';
import { newId } from '../platform/ids.ts';
import type { DB } from '../platform/database/index.ts';
import type { Authorship, ItemAttributes } from './authorship.ts';
import { adjustFolders } from './counters.queries.ts';
import {
  type FileHead,
  filesByName,
  insertFiles,
  insertVersions,
  type LiveFile,
  type NewVersion,
  renewFiles,
} from './items.queries.ts';
import { refreshAfterMany } from './statistics.ts';

/** A file to store in a folder: checked and trimmed name, stored bytes. */
export interface FileToPut {
  folderId: string;
  name: string;
  blobId: number;
  sizeBytes: number;
  /** the scanner that scanned the bytes */
  scannedBy: string;
}

export interface PutFiles {
  recordId: string;
  files: readonly FileToPut[];
  change: Authorship;
  attributes: ItemAttributes;
}

/** The result for one file: the item and the version with its bytes. */
export interface PutFile {
  fileId: string;
  versionId: string;
  externalId: string;
  /** true when this call created the item, false when the item got a new version */
  isNew: boolean;
}

/**
 * Stores files in live folders of one record. An existing name, or one that appears twice in the call, gets a new
 * current version (D-11); its time is always after the previous ones. Items, versions and counters are updated
 * together. The caller holds the record lock (`lockRecord`) and has checked that the folders are live.
 * @returns one entry for each file, in the same order
 */
export async function putFiles(tx: Transaction<DB>, input: PutFiles): Promise<PutFile[]> {
  const { recordId, files, change, attributes } = input;
  if (files.length === 0) return [];
  const present = await filesByName(
    tx,
    recordId,
    files.map(({ folderId, name }) => ({ parentId: folderId, name })),
  );
  const plan = planOf(files, present, change.at);
  const made = plan.heads.filter(({ isNew }) => isNew);
  const renewed = plan.heads.filter(({ isNew }) => !isNew);
  const counters = plan.heads.map((head) => ({
    folderId: head.parentId,
    files: head.isNew ? 1 : 0,
    bytes: head.sizeBytes - head.previousBytes,
  }));
  await Promise.all([
    insertFiles(tx, recordId, { files: made, change, attributes }),
    renewFiles(tx, recordId, { files: renewed, change }),
    insertVersions(tx, recordId, { versions: plan.versions, change }),
    refreshAfterMany(tx, files.length),
    adjustFolders(tx, recordId, counters),
  ]);
  announce(tx, { recordId, type: 'list', folderIds: plan.heads.map(({ parentId }) => parentId) });
  return plan.results;
}

interface PlannedHead extends FileHead {
  isNew: boolean;
  previousBytes: number;
}

interface Plan {
  heads: PlannedHead[];
  versions: NewVersion[];
  results: PutFile[];
}

function planOf(files: readonly FileToPut[], present: readonly LiveFile[], at: Date): Plan {
  const known = new Map(present.map((file) => [`${file.parentId}/${file.name}`, file]));
  const heads = new Map<string, PlannedHead>();
  const plan: Plan = { heads: [], versions: [], results: [] };
  for (const file of files) {
    const key = `${file.folderId}/${file.name}`;
    const head = heads.get(key) ?? headOf(file, known.get(key) ?? null, at);
    if (!heads.has(key)) heads.set(key, head);
    else head.modifiedAt = new Date(head.modifiedAt.getTime() + 1);
    head.currentVersionId = randomUUID();
    head.sizeBytes = file.sizeBytes;
    head.newVersions += 1;
    plan.versions.push({
      fileId: head.id,
      id: head.currentVersionId,
      rowId: newId('ver'),
      blobId: file.blobId,
      sizeBytes: file.sizeBytes,
      createdAt: head.modifiedAt,
      scannedBy: file.scannedBy,
    });
    plan.results.push({
      fileId: head.id,
      versionId: head.currentVersionId,
      externalId: head.externalId,
      isNew: head.isNew,
    });
  }
  plan.heads = [...heads.values()];
  return plan;
}

function headOf(file: FileToPut, present: LiveFile | null, at: Date): PlannedHead {
  // Versions of the same time would have no order: the new one is dated after the current one.
  const earliest = present === null ? 0 : present.modifiedAt.getTime() + 1;
  return {
    id: present?.id ?? newId('fil'),
    parentId: file.folderId,
    name: file.name,
    externalId: present?.externalId ?? randomUUID(),
    currentVersionId: '',
    newVersions: 0,
    sizeBytes: 0,
    modifiedAt: new Date(Math.max(at.getTime(), earliest)),
    isNew: present === null,
    previousBytes: present?.sizeBytes ?? 0,
  };
}
