import {
  type Ability,
  FILE_ABILITIES,
  LISTED_RECORDS,
  type Permission,
  type PersonRole,
  type PersonSortField,
  type PersonState,
  ROLE_ABILITIES,
} from '@vault/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Sort } from '../http/index.ts';
import type { DB } from '../platform/database/index.ts';
import { entryPattern } from '../session/index.ts';

/** A person as stored, with the claims of the newest token. */
export interface PersonRow {
  id: string;
  name: string;
  email: string;
  state: PersonState;
  /** in force: of the issuer, else those granted here */
  permissions: Permission[];
  /** granted here; the issuer's claims replace them */
  grantedPermissions: Permission[];
  records: { sfid: string; name: string }[];
  recordCount: number;
  issuer: string | null;
  permissionsFromIssuer: boolean;
  recordsFromIssuer: boolean;
  fromAccountsFile: boolean;
  hasPassword: boolean;
  changedAt: Date;
}

export interface PeopleFilter {
  search?: string | undefined;
  state?: PersonState | undefined;
  role?: PersonRole | 'Administrator' | undefined;
  /** the id of a record */
  record?: string | undefined;
}

const STATE = sql<PersonState>`case
  when a.disabled_at is not null then 'Disabled'
  when a.demo_state is not distinct from 'locked' then 'Locked'
  when a.password_hash is null and p.account_id is null then 'Invited'
  else 'Active' end`;

const PERMISSIONS = sql<Permission[]>`coalesce(p.permissions, a.permissions)`;

const PEOPLE = sql`account a left join external_identity p on p.account_id = a.id`;

/** The records of a person of the list `a`, the own one not included. */
const RECORDS = sql`
  select r.id, r.name from membership m join record r on r.id = m.record_id
  where m.account_id = a.id and a.claimed_records is null and r.id <> a.id
  union all
  select r.id, r.name from record r where r.id = any(a.claimed_records) and r.id <> a.id`;

const columns = (mostRecords: RawBuilder<unknown>) => sql`
  a.id, a.name, a.email, a.state, a.permissions, a.granted_permissions, a.issuer,
  a.permissions_from_issuer, a.claimed_records is not null as records_from_issuer, a.from_accounts_file,
  a.has_password, a.changed_at,
  coalesce((
    select json_agg(json_build_object('sfid', r.id, 'name', r.name) order by lower(r.name), r.id)
    from (select r.id, r.name from (${RECORDS}) r order by lower(r.name), r.id limit ${mostRecords}) r
  ), '[]') as records,
  (select count(*)::int from (${RECORDS}) r) as record_count`;

/** The people of a condition, before their records are read. */
const chosen = (condition: RawBuilder<unknown>, slice: RawBuilder<unknown>) => sql`(
    select a.id, a.name, a.email, ${STATE} as state, ${PERMISSIONS} as permissions,
      a.permissions as granted_permissions, p.issuer, p.permissions is not null as permissions_from_issuer,
      p.records as claimed_records, a.loaded_hash is not null as from_accounts_file,
      a.password_hash is not null as has_password, a.updated_at as changed_at
    from ${PEOPLE} where a.removed_at is null and ${condition} ${slice}
  ) a`;

const has = (ability: Ability) => sql`${PERMISSIONS} @> ${JSON.stringify([entryPattern(ability)])}::jsonb`;

/** Whether a person has exactly the permissions of a role in the file area. */
const hasRole = (role: Exclude<PersonRole, 'Own'>) =>
  sql`(${sql.join(
    FILE_ABILITIES.map((ability) =>
      ROLE_ABILITIES[role].includes(ability) ? has(ability) : sql`not (${has(ability)})`,
    ),
    sql` and `,
  )})`;

function roleCondition(role: PersonRole | 'Administrator'): RawBuilder<unknown> {
  if (role === 'Administrator') return has('admin');
  if (role !== 'Own') return hasRole(role);
  const roles = Object.keys(ROLE_ABILITIES) as Exclude<PersonRole, 'Own'>[];
  return sql`not (${sql.join(roles.map(hasRole), sql` or `)})`;
}

const filtered = ({ search = '', state, role, record }: PeopleFilter) => sql`true
  ${
    search.trim() === ''
      ? sql``
      : sql`and (strpos(lower(a.name), lower(${search.trim()})) > 0
          or strpos(lower(a.email), lower(${search.trim()})) > 0)`
  }
  ${state === undefined ? sql`` : sql`and ${STATE} = ${state}`}
  ${role === undefined ? sql`` : sql`and ${roleCondition(role)}`}
  ${
    record === undefined
      ? sql``
      : sql`and (a.id = ${record} or case when p.records is null
          then exists (select from membership m where m.account_id = a.id and m.record_id = ${record})
          else ${record} = any(p.records) end)`
  }`;

const ORDERS: Record<PersonSortField, RawBuilder<unknown>> = {
  name: sql`lower(a.name)`,
  email: sql`lower(a.email)`,
  state: sql`${STATE}`,
};

/** Returns people of a filter in order, each with the first records by name. */
export async function selectPeople(
  db: Kysely<DB>,
  filter: PeopleFilter,
  { sort, offset, limit }: { sort: Sort<PersonSortField>; offset: number; limit: number },
): Promise<PersonRow[]> {
  const direction = sort.descending ? sql`desc` : sql`asc`;
  const slice = sql`order by ${ORDERS[sort.field]} ${direction}, lower(a.name), a.id offset ${offset} limit ${limit}`;
  const outer: Record<PersonSortField, RawBuilder<unknown>> = { ...ORDERS, state: sql`a.state` };
  const { rows } = await sql<PersonRow>`
    select ${columns(sql.lit(LISTED_RECORDS))} from ${chosen(filtered(filter), slice)}
    order by ${outer[sort.field]} ${direction}, lower(a.name), a.id`.execute(db);
  return rows;
}

export async function countPeople(db: Kysely<DB>, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${PEOPLE}
    where a.removed_at is null and ${filtered(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns a person with all records; null when there is none or the person is removed. */
export async function personById(db: Kysely<DB>, id: string): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select ${columns(sql`all`)} from ${chosen(sql`a.id::text = ${id}`, sql``)}`.execute(db);
  return rows[0] ?? null;
}

/** Returns all people with all records, by address. */
export async function everyPerson(db: Kysely<DB>): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select ${columns(sql`all`)} from ${chosen(sql`true`, sql``)}
    order by lower(a.email), a.id`.execute(db);
  return rows;
}
