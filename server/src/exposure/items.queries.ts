import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import type { Moment } from './moment.ts';

/** A file or folder as it was at a moment. */
export interface ItemState {
  id: string;
  recordId: string;
  parentId: string | null;
  kind: 'folder' | 'file';
  name: string;
  isTrashed: boolean;
}

/** One row with the state of an item at a moment, or its first state when it was made later: two index lookups. */
const stateOf = (id: RawBuilder<unknown>, { at }: Moment) => sql`(
  select * from (
    (select record_id, parent_id, kind, name, is_trashed, created_at, 0 as rank from item_past
      where item_id = ${id} and until > ${at} order by until, tx_at limit 1)
    union all
    (select record_id, parent_id, kind, name, trashed_at is not null, created_at, 1 from item where id = ${id} limit 1)
  ) known order by rank limit 1
)`;

/** Whether a state `s` had begun. The clock of a server dates new items, so that it is not compared with now. */
const hadBegun = ({ at, isNow }: Moment) => (isNow ? sql`true` : sql`s.created_at <= ${at}`);

/** Returns an item and the folders above it at a moment, the item first and the root last; [] when it did not exist. */
export async function itemWithFolders(db: Kysely<DB>, id: string, moment: Moment): Promise<ItemState[]> {
  const { rows } = await sql<ItemState>`
    with recursive up (id, record_id, parent_id, kind, name, is_trashed, depth) as (
      select ${id}::text, s.record_id, s.parent_id, s.kind, s.name, s.is_trashed, 0
      from ${stateOf(sql`${id}::text`, moment)} s where ${hadBegun(moment)}
      union all
      select up.parent_id::text, s.record_id, s.parent_id, s.kind, s.name, s.is_trashed, up.depth + 1
      from up cross join lateral ${stateOf(sql`up.parent_id`, moment)} s
      where up.parent_id is not null
    )
    select id, record_id, parent_id, kind, name, is_trashed from up order by depth`.execute(db);
  return rows;
}

/**
 * Returns those of the items that were at or below a folder at a moment.
 * @param withTrash includes items that were in the trash, alone or with a folder
 */
export async function itemsBelow(
  db: Kysely<DB>,
  { folderId, ids, withTrash }: { folderId: string; ids: readonly string[]; withTrash: boolean },
  moment: Moment,
): Promise<Set<string>> {
  const { rows } = await sql<{ start: string }>`
    with recursive up (start, id) as (
      select wanted.id, wanted.id from unnest(${[...ids]}::text[]) wanted (id)
      union
      select up.start, s.parent_id::text
      from up cross join lateral ${stateOf(sql`up.id`, moment)} s
      where up.id <> ${folderId} and s.parent_id is not null and ${hadBegun(moment)}
        and (${withTrash} or not s.is_trashed)
    )
    select start from up where id = ${folderId}`.execute(db);
  return new Set(rows.map(({ start }) => start));
}

/** An item that exists or existed, with its last known name. */
export type KnownItem = Pick<ItemState, 'recordId' | 'kind' | 'name'>;

/** Returns an item, or its last state when it was deleted permanently; null when there never was one. */
export async function knownItem(db: Kysely<DB>, id: string): Promise<KnownItem | null> {
  const { rows } = await sql<KnownItem>`
    select record_id, kind, name from (
      (select record_id, kind, name, 0 as rank from item where id = ${id} limit 1)
      union all
      (select record_id, kind, name, 1 from item_past where item_id = ${id} order by until desc, tx_at desc limit 1)
    ) known order by rank limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns the name of a record; '' when it does not exist. */
export async function recordName(db: Kysely<DB>, recordId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from record where id = ${recordId}`.execute(db);
  return rows[0]?.name ?? '';
}
