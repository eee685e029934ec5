import type { AuditAction, AuditActorKind, AuditObjectKind, AuditOutcome } from '@vault/contract';
import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { type DB, queryRaw, withCommit } from '../platform/database/index.ts';

/** An entry as it is stored. */
export interface EntryRow {
  /** null: the database's clock */
  at: Date | null;
  action: AuditAction;
  outcome: AuditOutcome;
  recordId: string | null;
  actorKind: AuditActorKind;
  personId: string | null;
  linkId: string | null;
  visitId: string | null;
  requestId: string | null;
  objectKind: AuditObjectKind | null;
  objectId: string | null;
  objectName: string | null;
  objectPath: string | null;
  /** JSON */
  details: string;
  /** JSON */
  personal: string;
  personalSalt: Buffer;
  personalHash: Buffer;
}

/** The columns of `EntryRow` in the order of the statement. */
const COLUMNS = [
  'at',
  'action',
  'outcome',
  'recordId',
  'actorKind',
  'personId',
  'linkId',
  'visitId',
  'requestId',
  'objectKind',
  'objectId',
  'objectName',
  'objectPath',
  'details',
  'personal',
  'personalSalt',
  'personalHash',
] as const satisfies readonly (keyof EntryRow)[];

const NAMES = `at, action, outcome, record_id, actor_kind, person_id, link_id, visit_id, request_id, object_kind, object_id,
  object_name, object_path, details, personal, personal_salt, personal_hash`;

/** Most transactions have one entry: lists cost PostgreSQL a third more for it. */
const INSERT_ENTRY = `
  insert into audit_entry (${NAMES})
  values (coalesce($1::timestamptz, clock_timestamp()), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    $17)`;

/** One text for any number of entries, so that it is planned once. */
const INSERT_ENTRIES = `
  insert into audit_entry (${NAMES})
  select coalesce(at, clock_timestamp()), action, outcome, record_id, actor_kind, person_id, link_id, visit_id,
    request_id, object_kind, object_id, object_name, object_path, details, personal, personal_salt, personal_hash
  from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::uuid[], $10::text[], $11::text[], $12::text[], $13::text[], $14::jsonb[], $15::jsonb[], $16::bytea[],
    $17::bytea[]) as new (${NAMES})`;

/** The statement that adds entries, and its values. */
function statementOf(rows: readonly EntryRow[]): [text: string, values: unknown[]] {
  const [only] = rows;
  if (rows.length === 1 && only !== undefined) return [INSERT_ENTRY, COLUMNS.map((column) => only[column])];
  return [INSERT_ENTRIES, COLUMNS.map((column) => rows.map((row) => row[column]))];
}

/**
 * Adds entries.
 * @returns their ids, in the order given
 */
export async function insertEntries(db: Kysely<DB>, rows: readonly EntryRow[]): Promise<number[]> {
  const [text, values] = statementOf(rows);
  const stored = await queryRaw<{ id: number }>(db, `${text}\n  returning id`, values);
  return stored.map(({ id }) => id);
}

/** Adds entries together with the transaction's COMMIT, so that they cost no round trip (AUDIT-04). */
export function insertEntriesWithCommit(tx: Transaction<DB>, rows: readonly EntryRow[]): void {
  withCommit(tx, CompiledQuery.raw(...statementOf(rows)));
}
