import type { LinkType } from '@vault/contract';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { canInRecord, grantsInRecord, type RecordGrant } from '../session/index.ts';
import { type Moment, sourcesAt } from './moment.ts';

/** A link as it was at a moment. */
export interface LinkState {
  id: string;
  name: string;
  kind: LinkType;
  isPublic: boolean;
  hasPassword: boolean;
  allowDownload: boolean;
  allowEdit: boolean;
  createdAt: Date;
  expiresAt: Date | null;
  makerId: string;
  makerName: string;
  makerGrants: RecordGrant[];
  recipients: string[];
  accessTimes: number;
  lastAccessedAt: Date | null;
  isOpen: boolean;
  /** the shared item, with its present name; null when the question is about the link */
  throughId: string | null;
  throughName: string | null;
}

/** Links and items of one record at a moment. */
interface Reach {
  recordId: string;
  /** the items through which a link reaches the subject, the nearest first */
  itemIds: readonly string[];
}

/** One row with the state of a link `l` at a moment. */
const stateAt = ({ at }: Moment) => sql`(
  select * from (
    (select maker_id, expires_at, is_deleted, 0 as rank from link_past
      where record_id = l.record_id and link_id = l.id and until > ${at} order by until, tx_at limit 1)
    union all
    select l.created_by_id, l.expires_at, l.deleted_at is not null, 1
  ) known order by rank limit 1
)`;

/** Whether a link `l` with the state `s` gave something at a moment, apart from the rights of its maker. */
const wasOpen = ({ at, isNow }: Moment) => sql`(
  not s.is_deleted and (s.expires_at is null or s.expires_at >= ${at})
  and ${isNow ? sql`true` : sql`l.created_at <= ${at}`}
)`;

const columns = (recordId: string, moment: Moment, through: RawBuilder<unknown>) => sql`
  l.id, l.name, l.kind, l.is_public, l.password_sealed is not null as has_password, l.allow_download, l.allow_edit,
  l.created_at, s.expires_at, s.maker_id, coalesce(maker.name, l.created_by) as maker_name,
  ${grantsInRecord(sql`s.maker_id`, sql`${recordId}::text`, sourcesAt(moment))} as maker_grants,
  array(
    select r.email from link_recipient r where r.record_id = l.record_id and r.link_id = l.id order by r.position
  ) as recipients,
  l.access_times, l.last_accessed_at, ${wasOpen(moment)} as is_open, ${through}`;

/**
 * Returns the shares through which an item could be opened at a moment, those of the nearest items first. The decision
 * about the maker is that of `rightsInForce` (GUARD-11).
 */
export async function linksReaching(
  db: Kysely<DB>,
  { recordId, itemIds }: Reach,
  { moment, offset, limit }: { moment: Moment; offset: number; limit: number },
): Promise<LinkState[]> {
  const { rows } = await sql<LinkState>`
    with reach as (
      select distinct on (i.link_id) i.link_id, i.item_id, i.name, wanted.rank
      from unnest(${[...itemIds]}::text[]) with ordinality wanted (id, rank)
      join link_item i on i.record_id = ${recordId} and i.item_id = wanted.id
      order by i.link_id, wanted.rank
    )
    select ${columns(recordId, moment, sql`reach.item_id as through_id, reach.name as through_name`)}
    from reach join link l on l.record_id = ${recordId} and l.id = reach.link_id
    cross join lateral ${stateAt(moment)} s
    left join account maker on maker.id = s.maker_id
    where l.kind = 'SHARE' and ${wasOpen(moment)}
      and ${canInRecord(sql`s.maker_id`, sql`${recordId}::text`, ['read', 'share'], sourcesAt(moment))}
    order by reach.rank, l.created_at desc, l.id offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** Returns the items that the shares of a record gave at a moment. */
export async function sharedItems(db: Kysely<DB>, recordId: string, moment: Moment): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct i.item_id::text as id
    from link l cross join lateral ${stateAt(moment)} s
    join link_item i on i.record_id = l.record_id and i.link_id = l.id
    where l.record_id = ${recordId} and l.kind = 'SHARE' and not s.is_deleted
    order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns a link as it was at a moment, also when it was not open; null when there is none. */
export async function linkState(
  db: Kysely<DB>,
  { recordId, id }: { recordId: string; id: string },
  moment: Moment,
): Promise<LinkState | null> {
  const { rows } = await sql<LinkState>`
    select ${columns(recordId, moment, sql`null::text as through_id, null::text as through_name`)}
    from link l cross join lateral ${stateAt(moment)} s
    left join account maker on maker.id = s.maker_id
    where l.record_id = ${recordId} and l.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns whether a link was deleted at a moment. */
export async function linkDeletedAt(db: Kysely<DB>, id: string, moment: Moment): Promise<boolean> {
  const { rows } = await sql<{ isDeleted: boolean }>`
    select s.is_deleted from link l cross join lateral ${stateAt(moment)} s where l.id = ${id}`.execute(db);
  return rows[0]?.isDeleted === true;
}

/**
 * Returns the shares of these items that are not deleted. Expired ones and those whose maker has lost the rights are
 * included, because they can open again.
 */
export async function sharesOf(
  tx: Transaction<DB> | Kysely<DB>,
  { recordId, itemIds }: Reach,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.id::text as id
    from link_item i join link l on l.record_id = i.record_id and l.id = i.link_id
    where i.record_id = ${recordId} and i.item_id = any(${[...itemIds]}::text[])
      and l.kind = 'SHARE' and l.deleted_at is null
    order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Counts those of the links that are not deleted, and the visits that are open through them. */
export async function countOpen(
  db: Kysely<DB>,
  recordId: string,
  linkIds: readonly string[],
): Promise<{ links: number; visits: number }> {
  const { rows } = await sql<{ links: number; visits: number }>`
    select count(*)::int as links, coalesce(sum((
      select count(*) from visit v
      where v.record_id = l.record_id and v.link_id = l.id and v.expires_at > now()
    )), 0)::int as visits
    from link l
    where l.record_id = ${recordId} and l.id = any(${[...linkIds]}::text[]) and l.deleted_at is null`.execute(
    db,
  );
  return rows[0] ?? { links: 0, visits: 0 };
}
