import { type Kysely, sql } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Whose code it is: a recipient of a link, in lower case. */
export interface CodeOwner {
  recordId: string;
  linkId: string;
  email: string;
}

/** Keeps the newest code of a recipient; older ones are worthless from now on. */
export async function keepCode(
  tx: Kysely<DB>,
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
 * Tries a code and uses it up: the right one is gone afterwards, and any is gone after too many wrong tries. One
 * statement, so that tries at the same moment are counted one by one.
 */
export async function useCode(
  tx: Kysely<DB>,
  { recordId, linkId, email }: CodeOwner,
  { codeHash, maxTries }: { codeHash: Buffer; maxTries: number },
): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`
    update link_code set tries = tries + 1
    where record_id = ${recordId} and link_id = ${linkId} and email = ${email}
      and expires_at > now() and tries < ${maxTries}
    returning code_hash = ${codeHash} as is_right`.execute(tx);
  const isRight = rows[0]?.isRight === true;
  if (isRight) {
    await sql`
      delete from link_code where record_id = ${recordId} and link_id = ${linkId} and email = ${email}`.execute(
      tx,
    );
  }
  return isRight;
}
