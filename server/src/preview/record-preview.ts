import type { Transaction } from 'kysely';
import { recordAudit } from '../audit/index.ts';
import { recordAccess } from '../history/index.ts';
import type { DB } from '../platform/database/index.ts';
import { liveItemsOfRecord } from '../tree/index.ts';
import type { StoredVersion } from '../versions/index.ts';

/** Who opens a file, from where, and when. */
interface Opening {
  /** a visitor of a link has no account */
  caller: { id: string | null; name: string };
  address: string;
  at: Date;
  /** 'file.preview' by default */
  action?: 'file.preview' | 'office.open';
}

/**
 * D-38, AUDIT-01: one access record and one entry of the audit for each preview, so that the history and 'N times'
 * agree.
 */
export async function recordPreview(
  tx: Transaction<DB>,
  { recordId, fileId, versionId, name }: Pick<StoredVersion, 'recordId' | 'fileId' | 'versionId' | 'name'>,
  { caller, address, at, action = 'file.preview' }: Opening,
): Promise<void> {
  const accessor = { id: caller.id, name: caller.name };
  await recordAccess(tx, [
    { recordId, kind: 'Download', relationId: fileId, content: 'Preview', versionId, accessor, address, at },
  ]);
  const path = (await liveItemsOfRecord(tx, recordId, [fileId])).get(fileId)?.parent?.path ?? '';
  const object = { kind: 'file', id: fileId, name, path } as const;
  await recordAudit(tx, { action, recordId, object, details: { versionId } });
}
