import { type Kysely, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';

/**
 * The giver of a submission: one per visit behind a public link, one per verified address on all devices (USE-07,
 * USE-15).
 */
export interface Giver {
  recordId: string;
  linkId: string;
  /** id of the first visit that this visit continues (USE-15) */
  visitId: string;
  /** the verified address in lower case; null behind a public link */
  email: string | null;
}

/** Selects the rows of a giver; for a verified address the rows of all its visits of the link. */
const ofGiver = ({ recordId, linkId, visitId, email }: Giver) =>
  email === null
    ? sql`h.record_id = ${recordId} and h.visit_id = ${visitId}`
    : sql`h.record_id = ${recordId} and h.link_id = ${linkId} and h.email = ${email}`;

/** A file that a giver submitted before and that was not changed, renamed or moved since. */
export interface GivenFile {
  folderId: string;
  givenPath: string;
  name: string;
  fileId: string;
  versionId: string;
  sha256: Buffer;
}

/** The files that the giver submitted under these paths and whose current version is still the giver's. */
export async function findGiven(
  db: Kysely<DB>,
  giver: Giver,
  wanted: readonly { folderId: string; path: string }[],
): Promise<GivenFile[]> {
  const { rows } = await sql<GivenFile>`
    select h.folder_id, h.given_path, i.name, h.file_id, h.version_id, h.sha256
    from submission h
    join item i on i.record_id = h.record_id and i.id = h.file_id
    where ${ofGiver(giver)} and h.is_stored
      and (h.folder_id, h.given_path) in (
        select * from ${rowsAs('wanted', wanted, { folderId: 'text', path: 'text' })})
      and i.trashed_at is null and i.parent_id = h.folder_id and i.name = h.stored_name
      and i.current_version_id = h.version_id`.execute(db);
  return rows;
}

/** Returns, for each of these contents, the first file of the visit with these bytes. */
export async function findSameBytes(
  db: Kysely<DB>,
  { recordId, visitId }: Giver,
  contents: readonly Buffer[],
): Promise<{ sha256: Buffer; givenPath: string }[]> {
  const { rows } = await sql<{ sha256: Buffer; givenPath: string }>`
    select distinct on (sha256) sha256, given_path from submission
    where record_id = ${recordId} and visit_id = ${visitId} and sha256 = any(${contents}::bytea[])
    order by sha256, received_at, upload_key`.execute(db);
  return rows;
}

export interface NewSubmission {
  uploadKey: string;
  givenPath: string;
  folderId: string;
  fileId: string;
  versionId: string;
  storedName: string;
  sizeBytes: number;
  sha256: Buffer;
  isStored: boolean;
  sameAs: string | null;
}

/** A giver with the name or address that was typed for a submission; null if the link does not require one (USE-47). */
export type StatedGiver = Giver & { givenAs: string | null };

export async function insertSubmissions(
  db: Kysely<DB>,
  { recordId, linkId, visitId, email, givenAs }: StatedGiver,
  { files, at }: { files: readonly NewSubmission[]; at: Date },
): Promise<void> {
  const table = rowsAs('new', files, {
    uploadKey: 'text',
    givenPath: 'text',
    folderId: 'text',
    fileId: 'text',
    versionId: 'uuid',
    storedName: 'text',
    sizeBytes: 'bigint',
    sha256: 'bytea',
    isStored: 'boolean',
    sameAs: 'text',
  });
  await sql`
    insert into submission (record_id, link_id, visit_id, email, given_as, received_at, upload_key, given_path, folder_id,
      file_id, version_id, stored_name, size_bytes, sha256, is_stored, same_as)
    select ${recordId}, ${linkId}, ${visitId}, ${email}, ${givenAs}, ${at}, new.* from ${table}
    on conflict do nothing`.execute(db);
}

/** Finds uploads whose bytes the same visit has submitted before. @returns path of the earlier file by upload key */
export async function sameBytesByKey(
  db: Kysely<DB>,
  { recordId, visitId }: Giver,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ uploadKey: string; sameAs: string }>`
    select upload_key, same_as from submission
    where record_id = ${recordId} and visit_id = ${visitId} and upload_key = any(${keys}::text[])
      and same_as is not null`.execute(db);
  return new Map(rows.map(({ uploadKey, sameAs }) => [uploadKey, sameAs]));
}

/** A file that was received. */
export interface SubmittedFile {
  /** the file's name as the visitor gave it; inside a folder its path */
  name: string;
  sizeBytes: number;
  sha256: Buffer;
  receivedAt: Date;
  isThisVisit: boolean;
}

/** The files that a giver has submitted, oldest first. */
export async function listSubmittedFiles(
  db: Kysely<DB>,
  giver: Giver,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: SubmittedFile[]; total: number }> {
  const { rows } = await sql<SubmittedFile>`
    select h.given_path as name, h.size_bytes, h.sha256, h.received_at, h.visit_id = ${giver.visitId} as is_this_visit
    from submission h where ${ofGiver(giver)} and h.is_stored
    order by h.received_at, h.visit_id, h.upload_key offset ${offset} limit ${limit}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from submission h where ${ofGiver(giver)} and h.is_stored`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
