import type {
  LINK_QUERY_TYPES,
  LinkSortField,
  LinkStatus,
  LinkStatusFilter,
  LinkType,
} from '@vault/contract';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Sort } from '../http/index.ts';
import { type DB, rowsAs } from '../platform/database/index.ts';
import { canInRecord, grantsInRecord, type RecordGrant } from '../session/index.ts';
import { hasEntry, isBeingPurged } from './locations.queries.ts';

/** A link, as stored. */
export interface LinkRow {
  recordId: string;
  id: string;
  kind: LinkType;
  tokenSealed: Buffer;
  isPublic: boolean;
  passwordSealed: Buffer | null;
  expiresAt: Date | null;
  allowDownload: boolean;
  allowEdit: boolean;
  notify: boolean;
  addName: boolean;
  /** USE-47: visitors state a name or an address before they submit */
  askGiver: boolean;
  message: string;
  folderId: string;
  name: string;
  location: string;
  createdAt: Date;
  createdById: string;
  createdBy: string;
  deletedAt: Date | null;
  deletedBy: string | null;
  accessTimes: number;
  lastAccessedAt: Date | null;
  /** D-29, by the clock of the database */
  status: LinkStatus;
  recipients: string[];
  /** the current permissions of the maker in the record (GUARD-11); [] when the account does not exist */
  makerGrants: RecordGrant[];
  items: { id: string; kind: 'folder' | 'file'; name: string }[];
}

export interface LinkFilter {
  recordId: string;
  queryType: (typeof LINK_QUERY_TYPES)[number];
  status: LinkStatusFilter;
  /** text to find in the name, a recipient or the creator; '' or undefined finds all */
  search?: string | undefined;
  /** a single link; undefined for all */
  id?: string | undefined;
}

export type LinkSort = Sort<LinkSortField>;

/** D-29: the current status of a link `l`. */
const STATUS = sql<LinkStatus>`
  case when l.deleted_at is not null then 'Deleted' when l.expires_at < now() then 'Expired' else 'Active' end`;

/** @param name expression of the name @param items maximum number of items */
const columns = ({ name, items }: { name: RawBuilder<string>; items: RawBuilder<unknown> }) => sql`
  l.record_id, l.id, l.kind, l.token_sealed, l.is_public, l.password_sealed, l.expires_at, l.allow_download,
  l.allow_edit, l.notify, l.add_name, l.ask_giver, l.message, l.folder_id, ${name} as name, l.location, l.created_at,
  l.created_by_id, l.created_by, l.deleted_at, l.deleted_by, l.access_times, l.last_accessed_at,
  ${STATUS} as status,
  array(
    select r.email from link_recipient r where r.record_id = l.record_id and r.link_id = l.id order by r.position
  ) as recipients,
  ${grantsInRecord(sql`l.created_by_id`, sql`l.record_id`)} as maker_grants,
  coalesce((
    select json_agg(json_build_object('id', i.item_id, 'kind', i.kind, 'name', i.name) order by i.position)
    from (
      select item_id, kind, name, position from link_item
      where record_id = l.record_id and link_id = l.id order by position limit ${items}
    ) i
  ), '[]') as items`;
const WHOLE = columns({ name: sql`l.name`, items: sql`all` });

/** A list returns at most this many characters of a name and two items, which show whether it is one file. */
const LONGEST_LISTED_NAME = 2000;
const LISTED = columns({
  name: sql`case when length(l.name) > ${sql.lit(LONGEST_LISTED_NAME)}
    then left(l.name, ${sql.lit(LONGEST_LISTED_NAME - 1)}) || '…' else l.name end`,
  items: sql`2`,
});

const ORDERS: Record<LinkSortField, string> = {
  fileName: 'name_key',
  createTime: 'created_at',
  accessTimes: 'access_times',
};

const ordered = ({ field, descending }: LinkSort) => {
  const direction = descending ? 'desc' : 'asc';
  return sql.raw(`l.${ORDERS[field]} ${direction}, l.id ${direction}`);
};

/** USE-44: finds the text literally, ignoring case. */
const found = (text: string) => sql`and (
    strpos(lower(l.name), lower(${text})) > 0 or strpos(lower(l.created_by), lower(${text})) > 0
    or exists (
      select from link_recipient r
      where r.record_id = l.record_id and r.link_id = l.id and strpos(lower(r.email), lower(${text})) > 0
    )
  )`;

/**
 * GUARD-11: whether a link gives something: the decision of `rightsInForce` for filters and counts. The permissions are
 * read once for each maker of the record, not for each link.
 */
const inForce = (recordId: string) => {
  const makersWho = (...abilities: Parameters<typeof canInRecord>[2]) => sql`l.created_by_id in (
    select maker.id from (select distinct created_by_id as id from link where record_id = ${recordId}) maker
    where ${canInRecord(sql`maker.id`, sql`${recordId}`, abilities)}
  )`;
  return sql`case l.kind when 'REQUEST' then ${makersWho('read', 'share', 'create')}
    else ${makersWho('read', 'share')} end`;
};

/**
 * A link that GUARD-11 has ended is 'Active' by its row, because it works again when the right returns. It answers like
 * an expired one (P9), so the filter 'Expired' finds it.
 */
const STATUS_FILTERS: Record<LinkStatusFilter, (recordId: string) => RawBuilder<unknown>> = {
  Any: () => sql`true`,
  Active: (recordId) => sql`${STATUS} = 'Active' and ${inForce(recordId)}`,
  Expired: (recordId) => sql`(${STATUS} = 'Expired' or ${STATUS} = 'Active' and not ${inForce(recordId)})`,
  Deleted: () => sql`${STATUS} = 'Deleted'`,
};

const filtered = ({ recordId, queryType, status, search = '', id }: LinkFilter) => sql`
  l.record_id = ${recordId}
  ${queryType === 'ALL' ? sql`` : sql`and l.kind = ${queryType}`}
  and ${STATUS_FILTERS[status](recordId)}
  ${search.trim() === '' ? sql`` : found(search.trim())}
  ${id === undefined ? sql`` : sql`and l.id = ${id}`}`;

/** Returns links of a record in order, each with its first two items and a shortened name. */
export async function selectLinks(
  db: Kysely<DB>,
  filter: LinkFilter,
  { sort, offset, limit }: { sort: LinkSort; offset: number; limit: number },
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select ${LISTED} from link l where ${filtered(filter)}
    order by ${ordered(sort)} offset ${offset} limit ${limit}`.execute(db);
  return rows;
}

/** Returns the ids of all links of a filter, in order, as a snapshot. */
export async function selectLinkIds(db: Kysely<DB>, filter: LinkFilter, sort: LinkSort): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.id from link l where ${filtered(filter)} order by ${ordered(sort)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the links with these ids, in the order of the ids, in the form of a list. */
export async function selectLinksById(
  db: Kysely<DB>,
  recordId: string,
  ids: readonly string[],
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select ${LISTED} from unnest(${[...ids]}::text[]) with ordinality as wanted (id, n)
    join link l on l.record_id = ${recordId} and l.id = wanted.id
    order by wanted.n`.execute(db);
  return rows;
}

export async function countLinks(db: Kysely<DB>, filter: LinkFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from link l where ${filtered(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns a link of a record in any state and locks it until the transaction ends. */
export async function lockLink(tx: Transaction<DB>, recordId: string, id: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select ${WHOLE} from link l where l.record_id = ${recordId} and l.id = ${id} for update of l`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the link of a token hash in any state; null when there is none. */
export async function linkByToken(db: Kysely<DB>, tokenHash: Buffer): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select ${WHOLE} from link l where l.token_hash = ${tokenHash}`.execute(db);
  return rows[0] ?? null;
}

/** Returns a link of a record in any state; null when there is none. */
export async function linkById(db: Kysely<DB>, recordId: string, id: string): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select ${WHOLE} from link l where l.record_id = ${recordId} and l.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the record of a link in any state; null when there is none. */
export async function recordOfLink(db: Kysely<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ recordId: string }>`select record_id from link where id = ${id}`.execute(db);
  return rows[0]?.recordId ?? null;
}

/** A target of a link that still has a row. */
export interface Target {
  id: string;
  /** the folder that contains it; null when that folder was permanently deleted */
  parentId: string | null;
  /** true when it was permanently deleted and its row is not removed yet */
  isGone: boolean;
  /** true when it has a separate entry in the trash, so that it is not deleted with its folder */
  hasEntry: boolean;
}

/** Returns items by id, including items in the trash. */
export async function targetsOf(
  db: Kysely<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<Map<string, Target>> {
  const { rows } = await sql<Target>`
    select f.id, case when f.lost_path is null then f.parent_id end as parent_id,
      ${isBeingPurged(recordId)} as is_gone, ${hasEntry(recordId)} as has_entry
    from item f
    where f.record_id = ${recordId} and f.id = any(${itemIds}::text[]) and f.parent_id is not null`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the ids of all items of links, in order, by id of the link. */
export async function itemIdsOf(
  db: Kysely<DB>,
  recordId: string,
  linkIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ linkId: string; itemIds: string[] }>`
    select link_id, array_agg(item_id::text order by position) as item_ids from link_item
    where record_id = ${recordId} and link_id = any(${[...linkIds]}::text[])
    group by link_id`.execute(db);
  return new Map(rows.map(({ linkId, itemIds }) => [linkId, itemIds]));
}

export interface LinkChange {
  expiresAt: Date | null;
  notify: boolean;
  /** undefined keeps the password */
  passwordSealed: Buffer | undefined;
  askGiver: boolean;
}

export async function changeLink(
  tx: Transaction<DB>,
  { recordId, id }: Pick<LinkRow, 'recordId' | 'id'>,
  { expiresAt, notify, passwordSealed, askGiver }: LinkChange,
): Promise<void> {
  await sql`
    update link set expires_at = ${expiresAt}, notify = ${notify}, ask_giver = ${askGiver}
      ${passwordSealed === undefined ? sql`` : sql`, password_sealed = ${passwordSealed}`}
    where record_id = ${recordId} and id = ${id}`.execute(tx);
}

export async function markDeleted(
  tx: Transaction<DB>,
  { recordId, id }: Pick<LinkRow, 'recordId' | 'id'>,
  { by, at }: { by: string; at: Date },
): Promise<void> {
  await sql`
    update link set deleted_at = ${at}, deleted_by = ${by} where record_id = ${recordId} and id = ${id}`.execute(
    tx,
  );
}

/** Returns the links whose first item is one of these items, with the current folder of that item. */
export async function linksByFirstItem(
  tx: Transaction<DB>,
  recordId: string,
  itemIds: readonly string[],
): Promise<{ linkId: string; folderId: string }[]> {
  const { rows } = await sql<{ linkId: string; folderId: string }>`
    select target.link_id, i.parent_id as folder_id
    from unnest(${[...itemIds]}::text[]) as given (id)
    join link_item target on target.record_id = ${recordId} and target.item_id = given.id
    join item i on i.record_id = ${recordId} and i.id = given.id and i.lost_path is null
    where not exists (
      select from link_item earlier where earlier.record_id = ${recordId} and earlier.link_id = target.link_id
        and earlier.position < target.position
    )`.execute(tx);
  return rows;
}

/** Stores the locations of links. */
export async function updateLocations(
  tx: Transaction<DB>,
  recordId: string,
  locations: readonly { linkId: string; folderId: string; location: string }[],
): Promise<void> {
  await sql`
    update link set folder_id = new.folder_id, location = new.location
    from ${rowsAs('new', locations, { linkId: 'text', folderId: 'text', location: 'text' })}
    where link.record_id = ${recordId} and link.id = new.link_id`.execute(tx);
}

/** Deletes the visits and the access codes of a link. */
export async function endVisits(
  tx: Transaction<DB>,
  { recordId, id }: Pick<LinkRow, 'recordId' | 'id'>,
): Promise<void> {
  await sql`delete from visit where record_id = ${recordId} and link_id = ${id}`.execute(tx);
  await sql`delete from link_code where record_id = ${recordId} and link_id = ${id}`.execute(tx);
}

export interface NewLink extends Omit<
  LinkRow,
  'deletedAt' | 'deletedBy' | 'accessTimes' | 'lastAccessedAt' | 'status' | 'expiresAt' | 'makerGrants'
> {
  tokenHash: Buffer;
  expiresAt: Date | null;
}

export async function insertLink(tx: Transaction<DB>, link: NewLink): Promise<void> {
  await sql`
    insert into link (record_id, id, kind, token_hash, token_sealed, is_public, password_sealed, expires_at,
      allow_download, allow_edit, notify, add_name, ask_giver, message, folder_id, name, location, created_at,
      created_by_id, created_by)
    values (${link.recordId}, ${link.id}, ${link.kind}, ${link.tokenHash}, ${link.tokenSealed}, ${link.isPublic},
      ${link.passwordSealed}, ${link.expiresAt}, ${link.allowDownload}, ${link.allowEdit}, ${link.notify},
      ${link.addName}, ${link.askGiver}, ${link.message}, ${link.folderId}, ${link.name}, ${link.location},
      ${link.createdAt}, ${link.createdById}, ${link.createdBy})`.execute(tx);
  await sql`
    insert into link_item (record_id, link_id, position, item_id, kind, name)
    select ${link.recordId}, ${link.id}, n, item.id, kind, name
    from ${rowsAs('item', link.items, { id: 'text', kind: 'text', name: 'text' }, 'n')}`.execute(tx);
  if (link.recipients.length === 0) return;
  await sql`
    insert into link_recipient (record_id, link_id, position, email)
    select ${link.recordId}, ${link.id}, n, email
    from unnest(${link.recipients}::text[]) with ordinality as recipient (email, n)`.execute(tx);
}

/** Deletes a link completely, because its mail reached no recipient (C25). */
export async function removeLink(
  tx: Transaction<DB>,
  { recordId, id }: Pick<LinkRow, 'recordId' | 'id'>,
): Promise<void> {
  await sql`delete from link where record_id = ${recordId} and id = ${id}`.execute(tx);
}
