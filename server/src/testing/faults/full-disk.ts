import type pg from 'pg';

/** The writes that PostgreSQL refuses. */
interface RefusedWrites {
  table: string;
  event: 'insert' | 'update';
  /** condition on the row `new`; all rows by default */
  when?: string;
}

/** Runs `work` while PostgreSQL refuses some writes, as when its disk is full. */
export async function withFullDisk<T>(
  pool: Pick<pg.Pool, 'query'>,
  { table, event, when = 'true' }: RefusedWrites,
  work: () => Promise<T>,
): Promise<T> {
  await pool.query(`
    create function refuse_write() returns trigger language plpgsql as $$ begin
      raise 'the disk is full' using errcode = 'disk_full';
    end $$;
    create trigger refuse_write before ${event} on ${table} for each row when (${when})
      execute function refuse_write()`);
  try {
    return await work();
  } finally {
    await pool.query('drop function refuse_write cascade');
  }
}
