import type { ActivityEntry, ActivityFilter } from '@vault/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The place of an entry in the order of the activity: newest first. */
export interface EntryKey {
  at: Date;
  /** a bigint as text */
  id: string;
}

/** An entry with the present names of what it names by id. */
export interface ListedEntry {
  id: number;
  at: Date;
  action: string;
  outcome: ActivityEntry['outcome'];
  recordId: string | null;
  recordName: string | null;
  actorKind: ActivityEntry['actor']['kind'];
  personId: string | null;
  linkId: string | null;
  linkName: string | null;
  visitId: string | null;
  requestId: string | null;
  objectKind: string | null;
  objectId: string | null;
  objectName: string | null;
  objectPath: string | null;
  /** the present name of an object that is an account */
  accountName: string | null;
  details: Record<string, unknown>;
  /** null when it is redacted */
  personal: Record<string, unknown> | null;
}

/**
 * The most entries of an index that one page reads: it bounds the time of a filter that few entries match, whatever the
 * size of the audit (AUDIT-05).
 */
export const SCANNED = 5000;

export interface Search {
  filter: ActivityFilter;
  /** the search begins behind this entry; null for the newest, towards older ones */
  start: EntryKey | null;
  towards: 'older' | 'newer';
}

/** The condition that an index of the table serves in order: the first given one, by how few entries it has. */
function indexed({ object, link, person, record, action }: ActivityFilter): RawBuilder<unknown> {
  if (object !== undefined) return sql`e.object_id = ${object}`;
  if (link !== undefined) return sql`e.link_id = ${link}`;
  if (person !== undefined) return sql`e.person_id = ${person}`;
  if (record !== undefined) return sql`e.record_id = ${record}`;
  if (action !== undefined) return sql`e.action = ${action}`;
  return sql`true`;
}

const ORDERS = {
  older: { order: sql`desc`, isBehind: sql`<` },
  newer: { order: sql`asc`, isBehind: sql`>` },
} as const;

/** The entries of the index in the direction of the search. */
const scanned = ({ filter, start, towards }: Search) => sql`
  from audit_entry e
  where ${indexed(filter)}
    ${filter.from === undefined ? sql`` : sql`and e.at >= ${filter.from}::timestamptz`}
    ${filter.to === undefined ? sql`` : sql`and e.at < ${filter.to}::timestamptz`}
    ${start === null ? sql`` : sql`and (e.at, e.id) ${ORDERS[towards].isBehind} (${start.at}::timestamptz, ${start.id}::bigint)`}
  order by e.at ${ORDERS[towards].order}, e.id ${ORDERS[towards].order}`;

function matching({ object, link, person, record, action, kind, outcome, search = '' }: ActivityFilter) {
  const part = search.trim();
  const conditions = [
    object !== undefined && sql`s.object_id = ${object}`,
    link !== undefined && sql`s.link_id = ${link}`,
    person !== undefined && sql`s.person_id = ${person}`,
    record !== undefined && sql`s.record_id = ${record}`,
    action !== undefined && sql`s.action = ${action}`,
    kind !== undefined && sql`starts_with(s.action, ${`${kind}.`})`,
    outcome !== undefined && sql`s.outcome = ${outcome}`,
    part !== '' &&
      sql`(strpos(lower(s.object_name), lower(${part})) > 0 or strpos(lower(s.object_path), lower(${part})) > 0)`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Returns the first matching entries among the next `SCANNED` of the index, at most `limit`, newest first. */
export async function selectEntries(db: Kysely<DB>, search: Search, limit: number): Promise<ListedEntry[]> {
  const { order } = ORDERS[search.towards];
  const { rows } = await sql<ListedEntry>`
    select e.id, e.at, e.action, e.outcome, e.record_id, r.name as record_name, e.actor_kind, e.person_id, e.link_id,
      l.name as link_name, e.visit_id, e.request_id, e.object_kind, e.object_id, e.object_name, e.object_path,
      a.name as account_name, e.details, e.personal
    from (
      select * from (select e.* ${scanned(search)} limit ${SCANNED}) s
      where ${matching(search.filter)} order by s.at ${order}, s.id ${order} limit ${limit}
    ) e
    left join record r on r.id = e.record_id
    left join link l on l.record_id = e.record_id and l.id = e.link_id
    left join account a on a.id = e.object_id and e.object_kind = 'account'
    order by e.at desc, e.id desc`.execute(db);
  return rows;
}

/** Returns the last entry that `selectEntries` reads when there are entries behind it; null otherwise. */
export async function lastScanned(db: Kysely<DB>, search: Search): Promise<EntryKey | null> {
  const { rows } = await sql<EntryKey>`
    select e.at, e.id::text as id ${scanned(search)} offset ${SCANNED - 1} limit 2`.execute(db);
  const [last = null, behind] = rows;
  return behind === undefined ? null : last;
}

interface Named {
  sfid: string;
  name: string;
}

/** Returns records by part of the name or by id, by name. */
export async function findRecords(db: Kysely<DB>, search: string, limit: number): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select id as sfid, name from record
    where strpos(lower(name), lower(${search})) > 0 or id::text = ${search}
    order by lower(name), id limit ${limit}`.execute(db);
  return rows;
}

/** Returns people by part of name or address or by id, by name; also those who are removed. */
export async function findPeople(
  db: Kysely<DB>,
  search: string,
  limit: number,
): Promise<(Named & { email: string })[]> {
  const { rows } = await sql<Named & { email: string }>`
    select id as sfid, name, email from account
    where strpos(lower(name), lower(${search})) > 0 or strpos(lower(email), lower(${search})) > 0
      or id::text = ${search}
    order by lower(name), id limit ${limit}`.execute(db);
  return rows;
}
