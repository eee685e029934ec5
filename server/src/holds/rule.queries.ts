import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { HoldRule } from './rule.ts';

/** Returns whether any hold is in force in the record: one index lookup, which most records end with. */
export async function hasHolds(db: Kysely<DB>, recordId: string): Promise<boolean> {
  const { rows } = await sql`select from held_item where record_id = ${recordId} limit 1`.execute(db);
  return rows.length > 0;
}

/** A rule that protects an item, or something in it. */
export interface RuleOfItem extends HoldRule {
  id: string;
  kind: 'folder' | 'file';
  name: string;
}

/**
 * Returns the rules that protect items or anything that would be deleted with them: rules of the item and of the
 * folders above it, and rules of items below it. An item below with its own entry in the trash is not deleted with it.
 */
export async function rulesOfItems(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<RuleOfItem[]> {
  const { rows } = await sql<RuleOfItem>`
    with recursive above (start, id) as (
      select wanted.id, wanted.id from unnest(${[...ids]}::text[]) wanted (id)
      union
      select above.start, up.parent_id::text from above cross join lateral (
        select parent_id from item where record_id = ${recordId} and id = above.id and parent_id is not null limit 1
      ) up
    ), below (start, id) as (
      select distinct item_id::text, item_id::text from held_item where record_id = ${recordId}
      union
      select below.start, up.parent_id::text from below cross join lateral (
        select parent_id from item i where record_id = ${recordId} and id = below.id and parent_id is not null
          and not exists (select from trash t where t.record_id = ${recordId} and t.item_id = i.id) limit 1
      ) up
    ), protected (id, newest_of, hold_id) as (
      select above.start, above.start, h.hold_id from above
      join held_item h on h.record_id = ${recordId} and h.item_id = above.id
      union
      select below.id, below.start, h.hold_id from below
      join held_item h on h.record_id = ${recordId} and h.item_id = below.start
      where below.id = any(${[...ids]}::text[])
    ), age as materialized (
      select newest_of, newest_in(${recordId}, newest_of) as newest from (
        select distinct newest_of from protected p join hold on hold.record_id = ${recordId} and hold.id = p.hold_id
        where keep_years is not null
      ) kept
    )
    select i.id, i.kind, i.name, hold.keep_years, coalesce(age.newest, i.created_at) as newest
    from protected p
    join item i on i.record_id = ${recordId} and i.id = p.id
    join hold on hold.record_id = ${recordId} and hold.id = p.hold_id
    left join age on age.newest_of = p.newest_of`.execute(db);
  return rows;
}

/** Returns the rules that protect one version of a file. */
export async function rulesOfVersion(
  tx: Transaction<DB>,
  recordId: string,
  { fileId, versionId }: { fileId: string; versionId: string },
): Promise<HoldRule[]> {
  const { rows } = await sql<HoldRule>`
    select hold.keep_years, v.created_at as newest
    from version v, holds_over(${recordId}, ${fileId}) over (id)
      join hold on hold.record_id = ${recordId} and hold.id = over.id
    where v.record_id = ${recordId} and v.file_id = ${fileId} and v.id = ${versionId}`.execute(tx);
  return rows;
}
