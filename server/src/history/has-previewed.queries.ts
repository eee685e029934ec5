import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { IS_FILE_ACCESS } from './file-history.queries.ts';

/** A version that a person may have previewed. */
export interface PreviewedVersion {
  personId: string;
  fileId: string;
  versionId: string;
  /** the view that was recorded with the preview; null for any preview */
  view: string | null;
}

/** Whether the history has a preview of a version by a person since a time. */
export async function hasPreviewed(
  db: Kysely<DB>,
  { personId, fileId, versionId, view }: PreviewedVersion,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from audit_entry
      where object_id = ${fileId} and ${IS_FILE_ACCESS} and at >= ${since} and action = 'file.preview'
        and person_id = ${personId} and details ->> 'versionId' = ${versionId}
        and (${view}::text is null or details ->> 'view' = ${view})
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}
