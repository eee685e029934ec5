import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A file that can be locked. */
export interface LockedFile {
  recordId: string;
  fileId: string;
}

/** The duration of a lock that is not refreshed ([MS-WOPI] 3.3.5.1.1, Microsoft "Lock"). */
const LOCK = sql`interval '30 minutes'`;
/** Not `now()`, the start of the transaction: the transaction can have waited since then. */
const NOW = sql`clock_timestamp()`;

/**
 * Takes a lock, or renews it when it has the same id. One statement, so that of two callers only one gets it; by the
 * database's clock, so that all servers use the same time.
 * @returns false when another lock is present
 */
export async function acquireLock(
  db: Kysely<DB>,
  { recordId, fileId }: LockedFile,
  lockId: string,
): Promise<boolean> {
  const { rows } = await sql`
    insert into office_lock (record_id, file_id, lock_id, expires_at)
    values (${recordId}, ${fileId}, ${lockId}, ${NOW} + ${LOCK})
    on conflict (record_id, file_id) do update set lock_id = excluded.lock_id, expires_at = excluded.expires_at
      where office_lock.lock_id = excluded.lock_id or office_lock.expires_at <= ${NOW}
    returning 1`.execute(db);
  return rows.length > 0;
}

/**
 * Replaces a lock by another one, or renews it where both are the same.
 * @returns false when `oldLockId` is not the present lock
 */
export async function changeLock(
  db: Kysely<DB>,
  { recordId, fileId }: LockedFile,
  { oldLockId, lockId }: { oldLockId: string; lockId: string },
): Promise<boolean> {
  const { rows } = await sql`
    update office_lock set lock_id = ${lockId}, expires_at = ${NOW} + ${LOCK}
    where record_id = ${recordId} and file_id = ${fileId} and lock_id = ${oldLockId} and expires_at > ${NOW}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** @returns false when this is not the present lock */
export async function removeLock(
  db: Kysely<DB>,
  { recordId, fileId }: LockedFile,
  lockId: string,
): Promise<boolean> {
  const { rows } = await sql`
    delete from office_lock
    where record_id = ${recordId} and file_id = ${fileId} and lock_id = ${lockId} and expires_at > ${NOW}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** The present lock; '' when there is none. */
export async function lockOf(db: Kysely<DB>, { recordId, fileId }: LockedFile): Promise<string> {
  const { rows } = await sql<{ lockId: string }>`
    select lock_id from office_lock
    where record_id = ${recordId} and file_id = ${fileId} and expires_at > ${NOW}`.execute(db);
  return rows[0]?.lockId ?? '';
}

/** Returns the same as `lockOf`, but the lock cannot change until the transaction ends. */
export async function heldLockOf(tx: Transaction<DB>, { recordId, fileId }: LockedFile): Promise<string> {
  const { rows } = await sql<{ lockId: string }>`
    select lock_id from office_lock
    where record_id = ${recordId} and file_id = ${fileId} and expires_at > ${NOW} for share`.execute(tx);
  return rows[0]?.lockId ?? '';
}

/** Deletes expired locks. */
export async function deleteExpiredLocks(db: Kysely<DB>): Promise<void> {
  await sql`delete from office_lock where expires_at <= now()`.execute(db);
}
