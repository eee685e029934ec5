import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The moments to which a folder can be brought back, by the clock of the database, which dates the past states. */
export interface KeptTimes {
  now: Date;
  /** the first moment of which everything is kept */
  since: Date;
}

export async function readKeptTimes(db: Kysely<DB>, keepDays: number): Promise<KeptTimes> {
  const { rows } = await sql<KeptTimes>`
    select date_trunc('milliseconds', clock_timestamp()) as now,
      greatest(versions_from, date_trunc('milliseconds', clock_timestamp()) - make_interval(days => ${keepDays})) as since
    from past_states`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the table past_states is empty');
  return row;
}

/** Counts the changed and deleted items of a record in each of equal parts of a time. */
export async function countChanges(
  db: Kysely<DB>,
  recordId: string,
  { since, now }: KeptTimes,
  parts: number,
): Promise<number[]> {
  const { rows } = await sql<{ part: number; count: number }>`
    select part::int, count(*)::int as count
    from item_past, lateral (
      select least(floor(extract(epoch from until - ${since}::timestamptz)
        / greatest(extract(epoch from ${now}::timestamptz - ${since}::timestamptz), 0.001) * ${parts}::int), ${parts}::int - 1) as part
    ) placed
    where record_id = ${recordId} and until >= ${since} and until <= ${now}
    group by part`.execute(db);
  const countOf = new Map(rows.map(({ part, count }) => [part, count]));
  return Array.from({ length: parts }, (_, part) => countOf.get(part) ?? 0);
}
