import { sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** A mail whose text is not sealed yet. */
export interface PlainMail {
  id: string;
  /** JSON with `text` and `html` */
  plainBody: string;
}

/** Locks mails whose text is not sealed yet, until the transaction ends. */
export async function lockPlainMails(tx: Transaction<DB>, limit: number): Promise<PlainMail[]> {
  const { rows } = await sql<PlainMail>`
    select id, plain_body from mail where plain_body is not null order by id limit ${limit} for update`.execute(
    tx,
  );
  return rows;
}

/** Stores the sealed text of a mail instead of the plain one. */
export async function replacePlainBody(tx: Transaction<DB>, id: string, bodySealed: Buffer): Promise<void> {
  await sql`
    update mail set plain_body = null, body_sealed = case when state = 'waiting' then ${bodySealed}::bytea end
    where id = ${id}`.execute(tx);
}
