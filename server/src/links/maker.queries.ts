import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { grantsInRecord, type RecordGrant } from '../session/index.ts';
import type { LinkTerms } from './link-policy.ts';

/** A link of a person, with what the person and a colleague can do in its record. */
export interface MakerLink extends LinkTerms {
  makerGrants: RecordGrant[];
  colleagueGrants: RecordGrant[];
}

/**
 * Returns the terms of the links of a person that are neither deleted nor expired.
 * @param colleagueId a person who would get them
 */
export async function openLinksOf(
  db: Kysely<DB>,
  makerId: string,
  colleagueId: string,
): Promise<MakerLink[]> {
  const { rows } = await sql<MakerLink>`
    select l.kind, l.allow_download, l.allow_edit,
      ${grantsInRecord(sql`l.created_by_id`, sql`l.record_id`)} as maker_grants,
      ${grantsInRecord(sql`${colleagueId}::text`, sql`l.record_id`)} as colleague_grants
    from link l
    where l.created_by_id = ${makerId} and l.deleted_at is null
      and (l.expires_at is null or l.expires_at >= now())`.execute(db);
  return rows;
}

/** Counts the links of a person that are neither deleted nor expired. */
export async function countOpenLinksOf(db: Kysely<DB>, makerId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from link l
    where l.created_by_id = ${makerId} and l.deleted_at is null
      and (l.expires_at is null or l.expires_at >= now())`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns the ids of the records in which a person has links that are not deleted. */
export async function recordsWithLinksOf(db: Kysely<DB>, makerId: string): Promise<string[]> {
  const { rows } = await sql<{ recordId: string }>`
    select distinct record_id from link where created_by_id = ${makerId} and deleted_at is null`.execute(db);
  return rows.map(({ recordId }) => recordId);
}

/** A link that changed. */
export interface ChangedLink {
  recordId: string;
  id: string;
  name: string;
}

/** Gives all links of a person that are not deleted to another person. */
export async function changeMaker(
  tx: Transaction<DB>,
  makerId: string,
  colleague: { id: string; name: string },
): Promise<ChangedLink[]> {
  const { rows } = await sql<ChangedLink>`
    update link set created_by_id = ${colleague.id}, created_by = ${colleague.name}
    where created_by_id = ${makerId} and deleted_at is null returning record_id, id, name`.execute(tx);
  return rows;
}
