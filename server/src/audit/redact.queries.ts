import type { Kysely, Transaction } from 'kysely';
import { type DB, queryRaw } from '../platform/database/index.ts';

/** A person whose data is removed: an account, an e-mail address, or both. */
export interface RedactedPerson {
  accountId: string | null;
  email: string | null;
}

/**
 * The entries with ids after `afterId` up to `lastId` that have personal data of a person: the actor, the account that
 * the entry is about, or any text that is the e-mail address.
 */
export async function entriesAbout(
  db: Kysely<DB>,
  { accountId, email }: RedactedPerson,
  { afterId, lastId }: { afterId: number; lastId: number },
): Promise<number[]> {
  const rows = await queryRaw<{ id: number }>(
    db,
    `select id from audit_entry
    where id > $1 and id <= $2 and personal is not null and (person_id = $3::text
      or (object_kind = 'account' and object_id = $3::text)
      or jsonb_path_exists(lower(personal::text)::jsonb, '$.** ? (@ == $email)',
        jsonb_build_object('email', lower($4::text))))
    order by id`,
    [afterId, lastId, accountId, email],
  );
  return rows.map(({ id }) => id);
}

/**
 * Removes the personal data of the entries that the entry 'audit.redact' of this transaction lists.
 * @returns their number
 */
export async function redactListed(tx: Transaction<DB>, redactionId: number): Promise<number> {
  const [row] = await queryRaw<{ count: number }>(tx, `select redact_audit_entries($1) as count`, [
    redactionId,
  ]);
  return row?.count ?? 0;
}

/** The id of the newest entry; 0 when there is none. */
export async function lastEntryId(db: Kysely<DB>): Promise<number> {
  const [row] = await queryRaw<{ id: number }>(db, `select coalesce(max(id), 0) as id from audit_entry`, []);
  return row?.id ?? 0;
}
