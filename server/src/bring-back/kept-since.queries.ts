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
