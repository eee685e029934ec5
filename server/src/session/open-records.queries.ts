import { type Kysely, sql } from 'kysely';
import { type DB, queryRaw, rowsAsText } from '../platform/database/index.ts';

/** Returns those of the records of which the account is a member. */
export async function membershipsAmong(
  db: Kysely<DB>,
  accountId: string,
  recordIds: readonly string[],
): Promise<string[]> {
  const wanted = recordIds.map((id) => ({ id }));
  const { table, values } = rowsAsText('wanted', wanted, { id: 'text' }, 2);
  const rows = await queryRaw<{ id: string }>(db, membershipsOf(table), [accountId, ...values]);
  return rows.map(({ id }) => id);
}

const membershipsOf = (wanted: string): string => `
  select m.record_id as id from ${wanted}
  cross join lateral (
    select record_id from membership where account_id = $1 and record_id = wanted.id limit 1
  ) m`;

/** A part of the list of the records that an account can open. */
export interface RecordsSlice {
  /** a part of the name, in any case; all records when left out */
  search?: string | undefined;
  /** only these records; all when left out */
  ids?: readonly string[] | undefined;
  offset: number;
  /** null for no limit */
  limit: number | null;
}

/**
 * Returns the records that an account can open: its own first, the others by name.
 * @param named as in OpenRecords
 */
export async function recordsByName(
  db: Kysely<DB>,
  { accountId, named }: { accountId: string; named: readonly string[] | null },
  { search = '', ids, offset, limit }: RecordsSlice,
): Promise<{ id: string; name: string }[]> {
  const wanted = search.trim().normalize('NFC');
  const open =
    named === null
      ? sql`select ${accountId} as id union select record_id from membership where account_id = ${accountId}`
      : sql`select distinct id from unnest(${named}::text[]) as named (id)`;
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, r.name from (${open}) open
    cross join lateral (select id, name from record where id = open.id limit 1) r
    where true
      ${ids === undefined ? sql`` : sql`and open.id = any(${ids}::text[])`}
      ${wanted === '' ? sql`` : sql`and strpos(lower(r.name), lower(${wanted})) > 0`}
    order by r.id <> ${accountId}, lower(r.name), r.name, r.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}
