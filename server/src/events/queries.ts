import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The channel on which the processes of one database tell each other what has changed. */
export const CHANNEL = 'vault_changes';

/**
 * Tells messages to every process that listens, this one among them. In a transaction of its own: a NOTIFY inside the
 * transaction that makes the change would take a lock of the whole database at its commit, and so end the common
 * commits of uploads. For the same reason nobody waits until it is on the disk: after a crash nobody listens.
 */
export async function notify(db: Kysely<DB>, messages: readonly string[]): Promise<void> {
  await sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${CHANNEL}, message)
    from unnest(${messages}::text[]) as told (message)`.execute(db);
}
