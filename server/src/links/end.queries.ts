import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { ChangedLink } from './maker.queries.ts';

/** The links to end: all links of a maker, or links of a record by id. */
export type LinksToEnd = { makerId: string } | { recordId: string; ids: readonly string[] };

const chosen = (links: LinksToEnd) =>
  'makerId' in links
    ? sql`created_by_id = ${links.makerId}`
    : sql`record_id = ${links.recordId} and id = any(${[...links.ids]}::text[])`;

/**
 * Deletes links as C41 does: they stay in the lists, their visits and codes end, and their waiting mails are withdrawn.
 * Links that are deleted already stay as they are.
 * @returns the links that were deleted, and the number of their visits that were open
 */
export async function deleteLinks(
  tx: Transaction<DB>,
  links: LinksToEnd,
  { by, at }: { by: string; at: Date },
): Promise<{ links: ChangedLink[]; visits: number }> {
  const { rows } = await sql<ChangedLink & { visits: number }>`
    with ended as (
      update link set deleted_at = ${at}, deleted_by = ${by}
      where ${chosen(links)} and deleted_at is null returning record_id, id, name
    ), visits as (
      delete from visit v using ended e where v.record_id = e.record_id and v.link_id = e.id
      returning v.link_id, v.expires_at > now() as is_open
    ), codes as (
      delete from link_code c using ended e where c.record_id = e.record_id and c.link_id = e.id
    ), mails as (
      update mail m set state = 'withdrawn', body_sealed = null
      from ended e where m.record_id = e.record_id and m.link_id = e.id and m.state = 'waiting'
    )
    select record_id, id, name,
      (select count(*)::int from visits where visits.link_id = ended.id and is_open) as visits
    from ended order by id`.execute(tx);
  return {
    links: rows.map(({ recordId, id, name }) => ({ recordId, id, name })),
    visits: rows.reduce((sum, { visits }) => sum + visits, 0),
  };
}
