import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** The recipient of a link to whom a code belongs; the address is in lower case. */
export interface CodeOwner {
  recordId: string;
  linkId: string;
  email: string;
}

/** Stores the newest code of a recipient; older ones are no longer valid. */
export async function storeCode(
  tx: Transaction<DB>,
  { recordId, linkId, email }: CodeOwner,
  { codeHash, minutes }: { codeHash: Buffer; minutes: number },
): Promise<void> {
  await sql`
    insert into link_code (record_id, link_id, email, code_hash, expires_at)
    values (${recordId}, ${linkId}, ${email}, ${codeHash}, now() + ${minutes} * interval '1 minute')
    on conflict (record_id, link_id, email) do update
      set code_hash = excluded.code_hash, expires_at = excluded.expires_at, tries = 0`.execute(tx);
}

/**
 * Compares a code and counts a wrong one; after too many wrong tries no code is accepted. One statement, so that
 * concurrent tries are each counted. A right code stays valid until {@link deleteCode}.
 */
export async function tryCode(
  tx: Transaction<DB>,
  { recordId, linkId, email }: CodeOwner,
  { codeHash, maxTries }: { codeHash: Buffer; maxTries: number },
): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    update link_code set tries = tries + (code_hash <> ${codeHash})::int
    where record_id = ${recordId} and link_id = ${linkId} and email = ${email}
      and expires_at > now() and tries < ${maxTries}
    returning code_hash = ${codeHash} as is_right`.execute(tx);
  return rows[0]?.isRight === true;
}

/**
 * Deletes a right code, so that it works only once.
 * @returns false when another call was first
 */
export async function deleteCode(
  tx: Transaction<DB>,
  { recordId, linkId, email }: CodeOwner,
  codeHash: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    delete from link_code
    where record_id = ${recordId} and link_id = ${linkId} and email = ${email}
      and code_hash = ${codeHash} and expires_at > now()
    returning 1`.execute(tx);
  return rows.length > 0;
}
