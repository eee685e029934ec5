import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '../platform/database/index.ts';

/** Waits until a statement of a test's database waits for a lock of another transaction. */
export async function waitForLockWait({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      kysely,
    );
    return rows.length;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}
