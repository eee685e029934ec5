import type { ExposureAccess } from '@vault/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { IS_FILE_ACCESS } from '../history/index.ts';
import type { DB } from '../platform/database/index.ts';

/** The place of an entry in the order of the audit. */
export interface AccessKey {
  at: Date;
  /** digits */
  id: string;
}

/** An entry with the id of its file; `isAccess` is false for other entries of a link. */
export interface ScannedEntry extends AccessKey {
  objectId: string | null;
  isAccess: boolean;
}

/** Where views and downloads are looked for: in a link, in files, or in all files of a record. */
export type AccessSource = { linkId: string } | { fileIds: readonly string[] } | { recordId: string };

/** The most entries that one scan reads, so that its time does not grow with the audit. */
export const SCANNED = 2000;

const IS_ACCESS_OF_LINK = sql`(action in ('file.preview', 'file.download', 'office.open', 'link.open')
  and outcome = 'success')`;

/** Returns the next entries of a source after a place, newest first, at most `SCANNED`. */
export async function scanAccesses(
  db: Kysely<DB>,
  source: AccessSource,
  after: AccessKey | null,
): Promise<ScannedEntry[]> {
  const { rows } = await scan(source, after).execute(db);
  return rows;
}

/** The query of a scan; a separate function for the test of its plan. */
export function scan(source: AccessSource, after: AccessKey | null): RawBuilder<ScannedEntry> {
  const older = after === null ? sql`` : sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`;
  const newest = sql`order by at desc, id desc limit ${SCANNED}`;
  if ('linkId' in source) {
    return sql<ScannedEntry>`
      select at, id::text as id, object_id, ${IS_ACCESS_OF_LINK} as is_access from audit_entry
      where link_id = ${source.linkId} ${older} ${newest}`;
  }
  if ('recordId' in source) {
    return sql<ScannedEntry>`
      select at, id::text as id, object_id, true as is_access from audit_entry
      where record_id = ${source.recordId} and ${IS_FILE_ACCESS} ${older} ${newest}`;
  }
  return sql<ScannedEntry>`
    select e.at, e.id::text as id, e.object_id, true as is_access
    from unnest(${[...source.fileIds]}::text[]) file (id) cross join lateral (
      select at, id, object_id from audit_entry
      where object_id = file.id and ${IS_FILE_ACCESS} ${older} ${newest}
    ) e
    order by e.at desc, e.id desc limit ${SCANNED}`;
}

/** A view or a download. */
export interface AccessRow {
  id: number;
  at: Date;
  action: ExposureAccess['action'];
  actorKind: ExposureAccess['who']['kind'];
  personId: string | null;
  objectKind: string | null;
  objectId: string | null;
  objectName: string | null;
  objectPath: string | null;
  linkId: string | null;
  /** the present name */
  linkName: string | null;
  versionId: string | null;
  /** null when it is redacted */
  personal: Record<string, unknown> | null;
}

/** Returns entries by id, newest first. */
export async function accessesById(db: Kysely<DB>, ids: readonly string[]): Promise<AccessRow[]> {
  const { rows } = await sql<AccessRow>`
    select e.id, e.at, e.action, e.actor_kind, e.person_id, e.object_kind, e.object_id, e.object_name, e.object_path,
      e.link_id, l.name as link_name, e.details ->> 'versionId' as version_id, e.personal
    from audit_entry e left join link l on l.record_id = e.record_id and l.id = e.link_id
    where e.id = any(${[...ids]}::bigint[])
    order by e.at desc, e.id desc`.execute(db);
  return rows;
}
