import { sql } from 'kysely';

/**
 * The items that the job `purge` deletes step by step, from the leaves up: during that time their versions and counters
 * are incomplete (docs/decisions/trash.md). For `with recursive`. Items with an own entry in the trash are kept.
 */
export const PURGED = sql`
  purged (record_id, id) as (
    select record_id, item_id from purge
    union
    select i.record_id, i.id from purged p join item i on i.record_id = p.record_id and i.parent_id = p.id
    where not exists (select from trash t where t.record_id = i.record_id and t.item_id = i.id)
  )`;

/** True when the item `i` is not being purged. */
export const IS_KEPT = sql`not exists (select from purged p where p.record_id = i.record_id and p.id = i.id)`;
