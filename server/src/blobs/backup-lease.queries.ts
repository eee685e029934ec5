import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/**
 * A lease ends after this time unless its holder renews it: a backup that was killed blocks neither the sweep nor
 * others.
 */
const LEASE = sql.raw(`interval '3 minutes'`);

/**
 * Takes the lease of a backup: from now on no stored bytes are deleted. Bytes that a running sweep still deletes were
 * unused before, so a snapshot that begins later does not reference them.
 * @returns false when another backup holds it
 */
export async function takeBackupLease(db: Kysely<DB>, holder: string): Promise<boolean> {
  const { rows } = await sql`
    insert into backup_lease (holder, expires_at) values (${holder}, now() + ${LEASE})
    on conflict (is_only) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where backup_lease.expires_at < now()
    returning 1`.execute(db);
  return rows.length > 0;
}

/** @returns false when the lease has ended: bytes can have been deleted since then */
export async function renewBackupLease(db: Kysely<DB>, holder: string): Promise<boolean> {
  const { rows } = await sql`
    update backup_lease set expires_at = now() + ${LEASE}
    where holder = ${holder} and expires_at >= now() returning 1`.execute(db);
  return rows.length > 0;
}

export async function endBackupLease(db: Kysely<DB>, holder: string): Promise<void> {
  await sql`delete from backup_lease where holder = ${holder}`.execute(db);
}

/** Whether a backup holds the lease: stored bytes must stay. */
export async function isBackupRunning(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql`select 1 from backup_lease where expires_at >= now()`.execute(db);
  return rows.length > 0;
}
