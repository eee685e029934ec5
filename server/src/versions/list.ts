import type { Paged, Version } from '@vault/contract';
import type { Caller } from '../http/index.ts';
import type { ReadSource } from '../platform/database/index.ts';
import { mustFindItem } from '../tree/index.ts';
import { listVersions, type VersionRow } from './queries.ts';

/**
 * C31: the versions of a file, newest first.
 * @throws E11 when the file belongs to a closed record, E4 when there is no such live file
 */
export async function listVersionsOfFile(
  { kysely }: ReadSource,
  caller: Pick<Caller, 'records'>,
  { fileId, page, size }: { fileId: string; page: number; size: number },
): Promise<Paged<Version>> {
  const { recordId } = await mustFindItem(kysely, caller, { id: fileId, kind: 'file' });
  const slice = { offset: page * size, limit: size };
  const { rows, total } = await listVersions(kysely, { recordId, fileId }, slice);
  return { content: rows.map(presentVersion), totalElements: total, numberOfElements: rows.length };
}

/** Converts a version to the item of the list (DATA-15). */
function presentVersion({
  id,
  rowId,
  createdAt,
  createdBy,
  sizeBytes,
  isCurrent,
  isDamaged,
}: VersionRow): Version {
  return {
    id: rowId,
    versionId: id,
    createDate: createdAt.toISOString(),
    uploadedBy: createdBy,
    accloudFileSize: sizeBytes,
    isCurrent,
    ...(isDamaged && { isDamaged: true }),
  };
}
