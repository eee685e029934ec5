import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

interface TimesRow {
  now: Date;
  completeFrom: Date;
  accessesFrom: Date | null;
}

/** Returns the time of the database, and from when on past states and entries of the audit exist. */
export async function readTimes(db: Kysely<DB>): Promise<TimesRow> {
  const { rows } = await sql<TimesRow>`
    select date_trunc('milliseconds', clock_timestamp()) as now, complete_from,
      (select min(at) from audit_entry) as accesses_from
    from past_states`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('the table past_states is empty');
  return row;
}
