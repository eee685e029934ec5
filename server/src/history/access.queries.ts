import { type Kysely, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';

/** One access record (D-38, D-39). */
export interface AccessEntry {
  recordId: string;
  kind: 'Download' | 'Search_File' | 'Link_View';
  /** id of a file, record or link, depending on `kind` */
  relationId: string;
  /** the action: 'Download', 'Preview', 'View', 'Upload', 'Automatic'; for a search its words */
  content: string;
  /** version of the file; null when there is none */
  versionId: string | null;
  accessor: {
    /** the account; null for visitors of a link */
    id: string | null;
    /** a display name (contract 10.8) */
    name: string;
  };
  /** network address of the client; null when unknown */
  address: string | null;
  at: Date;
  /**
   * views of links: names of the files that were opened, downloaded or submitted; only the first are stored (USE-13)
   */
  fileNames?: readonly string[];
  /** submissions: name or address as the visitor typed it, not verified (USE-47) */
  givenAs?: string | null;
}

/** Maximum number of stored file names; `file_count` counts all of them. */
const MAX_FILE_NAMES = 50;

/**
 * Inserts access records in one statement.
 * @returns their ids, in the same order
 */
export async function recordAccess(db: Kysely<DB>, entries: readonly AccessEntry[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const rows = entries.map(({ accessor, fileNames = [], givenAs = null, ...entry }) => ({
    ...entry,
    id: newId('acc'),
    accessorId: accessor.id,
    accessor: accessor.name,
    fileNames: JSON.stringify(fileNames.slice(0, MAX_FILE_NAMES)),
    fileCount: fileNames.length,
    givenAs,
  }));
  const table = rowsAs('new', rows, {
    recordId: 'text',
    id: 'text',
    kind: 'text',
    relationId: 'text',
    content: 'text',
    versionId: 'uuid',
    accessorId: 'text',
    accessor: 'text',
    address: 'text',
    at: 'timestamptz',
    fileNames: 'jsonb',
    fileCount: 'int',
    givenAs: 'text',
  });
  await sql`
    insert into access (record_id, id, kind, relation_id, content, version_id, accessor_id, accessor, address,
      created_at, file_names, file_count, given_as)
    select record_id, id, kind, relation_id, content, version_id, accessor_id, accessor, address, at,
      array(select jsonb_array_elements_text(file_names)), file_count, given_as
    from ${table}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds files to the access record of an open submission and updates its time (USE-13). */
export async function extendAccess(
  db: Kysely<DB>,
  { recordId, id }: { recordId: string; id: string },
  { fileNames, at }: { fileNames: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    update access set file_names = (file_names || ${fileNames}::text[])[1:${sql.lit(MAX_FILE_NAMES)}],
      file_count = file_count + ${fileNames.length}, created_at = greatest(created_at, ${at})
    where record_id = ${recordId} and id = ${id}`.execute(db);
}
