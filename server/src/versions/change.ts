import type { Transaction } from 'kysely';
import { type AuditEvent, recordAudit } from '../audit/index.ts';
import { announce } from '../events/index.ts';
import { mustNotProtectVersion } from '../holds/index.ts';
import { type Caller, Errors } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { deleteTexts } from '../search/index.ts';
import { adjustFolders, type LiveItem, lockRecord, mustFindItem } from '../tree/index.ts';
import {
  deleteVersion,
  findVersion,
  newestVersionBut,
  setCurrentVersion,
  type StoredVersion,
  type VersionKey,
} from './queries.ts';

type RecordCaller = Pick<Caller, 'records'>;
type Wanted = Pick<VersionKey, 'fileId' | 'versionId'>;

export interface ChangeDeps {
  database: Database;
  clock: Clock;
}

/**
 * C32: deletes a version. When it was current, the newest remaining version becomes current, with its size, date and
 * uploader (VERSION-18, D-44).
 * @throws E11 when the file belongs to a closed record, E4 when there is no such live file or version, P15 for its only
 * version, 409 when a hold protects it (SAFE-12)
 */
export async function removeVersion(
  { database, clock }: ChangeDeps,
  caller: RecordCaller,
  wanted: Wanted,
): Promise<void> {
  await change(database, caller, wanted, async (tx, file, { blobId }) => {
    const key = { recordId: file.recordId, ...wanted };
    if (file.versionCount <= 1) throw Errors.onlyVersion();
    await mustNotProtectVersion(tx, file.recordId, { file, versionId: wanted.versionId, now: clock.now() });
    if (file.currentVersionId === wanted.versionId) {
      const versionId = await newestVersionBut(tx, key);
      if (versionId === null) throw Errors.onlyVersion();
      await show(tx, file, { ...key, versionId });
    }
    await deleteVersion(tx, key);
    await recordAudit(tx, versionEvent('version.remove', file, wanted));
    await deleteTexts(tx, file.recordId, [blobId]);
  });
}

/**
 * C33: makes a version the current one. No version is created; a repeated call changes nothing.
 * @throws E11 when the file belongs to a closed record, E4 when there is no such live file or version
 */
export async function makeCurrent(database: Database, caller: RecordCaller, wanted: Wanted): Promise<void> {
  await change(database, caller, wanted, async (tx, file) => {
    if (file.currentVersionId === wanted.versionId) return;
    await show(tx, file, { recordId: file.recordId, ...wanted });
    await recordAudit(tx, versionEvent('version.current', file, wanted));
  });
}

/** AUDIT-01: an entry about a version of a file. */
function versionEvent(
  action: 'version.remove' | 'version.current',
  { recordId, id, name, parent }: LiveItem,
  { versionId }: Wanted,
): AuditEvent {
  const object = { kind: 'file', id, name, path: parent?.path ?? '' } as const;
  return { action, recordId, object, details: { versionId } };
}

/** Runs `work` in a transaction with the record lock, after checking that the file is live and has the version. */
async function change(
  { kysely, transaction }: Database,
  caller: RecordCaller,
  { fileId, versionId }: Wanted,
  work: (tx: Transaction<DB>, file: LiveItem, version: StoredVersion) => Promise<void>,
): Promise<void> {
  const { recordId } = await mustFindItem(kysely, caller, { id: fileId, kind: 'file' });
  await transaction(async (tx) => {
    // The values from before the lock can be outdated.
    const [, file, version] = await Promise.all([
      lockRecord(tx, recordId),
      mustFindItem(tx, caller, { id: fileId, kind: 'file' }),
      findVersion(tx, { recordId, fileId, versionId }),
    ]);
    if (version === null) throw Errors.notFound();
    await work(tx, file, version);
    announce(tx, { recordId, type: 'list', folderIds: [file.parentId ?? ''] });
  });
}

async function show(tx: Transaction<DB>, file: LiveItem, key: VersionKey): Promise<void> {
  const sizeBytes = await setCurrentVersion(tx, key);
  const folderId = file.parentId ?? '';
  await adjustFolders(tx, file.recordId, [{ folderId, bytes: sizeBytes - file.sizeBytes }]);
}
