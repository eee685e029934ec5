import { sql } from 'kysely';
import type { Deps } from '../app.ts';
import { openBody } from '../mail/index.ts';

/** A waiting mail with its opened text. */
export interface OpenedMail {
  recipients: string[];
  subject: string;
  linkId: string | null;
  text: string;
  html: string;
}

/** A `TestApp`, or another server with its database and key. */
interface VaultOfMails {
  deps: Pick<Deps, 'database' | 'sealer'>;
}

/** The waiting mails of a vault, the oldest first. The key of the vault opens their texts. */
export async function waitingMails({ deps: { database, sealer } }: VaultOfMails): Promise<OpenedMail[]> {
  const { rows } = await sql<Omit<OpenedMail, 'text' | 'html'> & { bodySealed: Buffer }>`
    select recipients, subject, link_id, body_sealed from mail where state = 'waiting'
    order by created_at, id`.execute(database.kysely);
  return rows.map(({ bodySealed, ...mail }) => ({ ...mail, ...openBody(sealer, bodySealed) }));
}
