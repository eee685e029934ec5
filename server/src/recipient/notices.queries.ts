import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The e-mail address of an account; null when it has none or does not exist. */
export async function addressOf(db: Kysely<DB>, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    select email from account where id = ${accountId}`.execute(db);
  return rows[0]?.email || null;
}

/** Files of a visit about which the sharer has not been notified yet. */
export interface Batch {
  recordId: string;
  linkId: string;
  linkName: string;
  createdById: string;
  expiresAt: Date | null;
  email: string | null;
  /** the names and addresses that were typed for these files (USE-47) */
  givenAs: string[];
  total: number;
  last: Date;
  files: { name: string; sizeBytes: number }[];
}

/** The id of the link of a visit with files about which the sharer has to be notified; null when there are none. */
export async function linkToNotify(tx: Transaction<DB>, visitId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select l.id from submission s join link l on l.record_id = s.record_id and l.id = s.link_id
    where s.visit_id = ${visitId} and s.is_stored and not s.is_notified and l.notify and l.deleted_at is null
    limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * Returns the files of a visit about which the sharer was not notified, and marks them as notified. The rows are
 * locked, so that two workers do not send two mails.
 * @param most maximum number of names to return
 * @returns null when there are no new files, or the link does not notify
 */
export async function claimBatch(tx: Transaction<DB>, visitId: string, most: number): Promise<Batch | null> {
  const { rows } = await sql<Batch>`
    with fresh as (
      update submission set is_notified = true where visit_id = ${visitId} and is_stored and not is_notified
      returning record_id, link_id, email, given_as, received_at, size_bytes,
        regexp_replace(given_path, '[^/]*$', '') || stored_name as name
    )
    select l.record_id, l.id as link_id, l.name as link_name, l.created_by_id, l.expires_at, total.email,
      total.given_as, total.files as total, total.last,
      (select json_agg(json_build_object('name', name, 'sizeBytes', size_bytes)) from (
        select name, size_bytes from fresh order by received_at, name limit ${most}) named) as files
    from (
      select record_id, link_id, email, count(*)::int as files, max(received_at) as last,
        coalesce(array_agg(distinct given_as) filter (where given_as is not null), '{}') as given_as
      from fresh group by record_id, link_id, email
    ) total
    join link l on l.record_id = total.record_id and l.id = total.link_id
    where l.notify and l.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}
