import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { newId } from '../platform/ids.ts';

/** One thing that somebody did (D-38, D-39). */
export interface AccessEntry {
  recordId: string;
  /** machines that follow links are kept apart from people */
  kind: 'Download' | 'Search_File' | 'Link_View' | 'Link_Machine_View';
  /** a file's, record's or link's id, by kind */
  relationId: string;
  /** what was done: 'Download', 'Preview', 'View', 'Upload'; of a search its words */
  content: string;
  /** which version of a file; null where there is none */
  versionId: string | null;
  accessor: {
    /** the account; null for visitors of a link */
    id: string | null;
    /** a display name (contract 9.8) */
    name: string;
  };
  /** the network address they came from, where it is known */
  address: string | null;
  at: Date;
}

/** Adds access records, in one statement however many there are. Nothing is ever changed or removed. */
export async function recordAccess(db: Kysely<DB>, entries: readonly AccessEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into access (record_id, id, kind, relation_id, content, version_id, accessor_id, accessor, address,
      created_at)
    select * from unnest(
      ${entries.map((one) => one.recordId)}::text[], ${entries.map(() => newId('acc'))}::text[],
      ${entries.map((one) => one.kind)}::text[], ${entries.map((one) => one.relationId)}::text[],
      ${entries.map((one) => one.content)}::text[], ${entries.map((one) => one.versionId)}::uuid[],
      ${entries.map((one) => one.accessor.id)}::text[], ${entries.map((one) => one.accessor.name)}::text[],
      ${entries.map((one) => one.address)}::text[], ${entries.map((one) => one.at)}::timestamptz[])`.execute(
    db,
  );
}
