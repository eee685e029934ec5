import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';

/** Stores the language of a recipient. @param email in lower case @param languageTag BCP 47 */
export async function storeLanguage(tx: Transaction<DB>, email: string, languageTag: string): Promise<void> {
  await sql`
    insert into recipient_language (email, language_tag) values (${email}, ${languageTag})
    on conflict (email) do update set language_tag = excluded.language_tag, seen_at = now()`.execute(tx);
}

/** The languages of recipients, by address in lower case. @param emails in lower case */
export async function languagesOfEmails(
  db: Kysely<DB>,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ email: string; languageTag: string }>`
    select email, language_tag from recipient_language where email = any(${[...emails]}::text[])`.execute(db);
  return new Map(rows.map(({ email, languageTag }) => [email, languageTag]));
}

/** Deletes languages that were last used before a time. */
export async function deleteLanguagesBefore(db: Kysely<DB>, time: Date): Promise<void> {
  await sql`delete from recipient_language where seen_at < ${time}`.execute(db);
}
