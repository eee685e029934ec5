import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Whether there is an account that is not a locked one of the demo (GUARD-02): then the vault is in use (GUARD-03). */
export async function hasAccounts(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from account where demo_state is distinct from 'locked') as found`.execute(db);
  return rows[0]?.found ?? false;
}
