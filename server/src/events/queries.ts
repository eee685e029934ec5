import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The channel for changes between the processes of one database. */
export const CHANNEL = 'vault_changes';

/**
 * Sends messages to all listening processes, including this one, in a separate transaction: a NOTIFY inside the
 * changing transaction would lock the complete database at its commit and prevent group commits of uploads. The commit
 * is asynchronous, because after a crash no process listens for the messages.
 */
export async function notify(db: Kysely<DB>, messages: readonly string[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, message)
    from unnest(${messages}::text[]) as change (message)`.execute(db);
}
