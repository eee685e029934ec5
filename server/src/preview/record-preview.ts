import type { Kysely } from 'kysely';
import { recordAccess } from '../history/index.ts';
import type { DB } from '../platform/database/index.ts';
import type { StoredVersion } from '../versions/index.ts';

/** D-38: one access record for each preview, so that the history and 'N times' agree. */
export async function recordPreview(
  db: Kysely<DB>,
  { recordId, fileId, versionId }: Pick<StoredVersion, 'recordId' | 'fileId' | 'versionId'>,
  { caller, address, at }: { caller: { id: string | null; name: string }; address: string; at: Date },
): Promise<void> {
  const accessor = { id: caller.id, name: caller.name };
  await recordAccess(db, [
    { recordId, kind: 'Download', relationId: fileId, content: 'Preview', versionId, accessor, address, at },
  ]);
}
