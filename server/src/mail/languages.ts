import type { Kysely, Transaction } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { languagesOfEmails, storeLanguage } from './languages.queries.ts';

/** RFC 5646 recommends that programs store at least 35 characters. */
const LONGEST_TAG = 35;

/**
 * The language that a browser prefers.
 * @param header Accept-Language (RFC 9110, 12.5.4); browsers write the preferred language first
 * @returns a BCP 47 tag that Intl knows; null for none
 */
export function preferredLanguage(header: string | undefined): string | null {
  const [first = ''] = (header ?? '').split(/[,;]/);
  try {
    const [tag = null] = Intl.DateTimeFormat.supportedLocalesOf(first.trim());
    return tag === null || tag.length > LONGEST_TAG ? null : tag;
  } catch {
    return null;
  }
}

/** Stores the language of a verified address for later mails to it (USE-43), in the caller's transaction. */
export async function rememberLanguage(
  tx: Transaction<DB>,
  email: string,
  languageTag: string,
): Promise<void> {
  await storeLanguage(tx, email.toLowerCase(), languageTag);
}

/** Returns the known languages of recipients, by address in lower case. */
export async function languagesOf(
  db: Kysely<DB>,
  recipients: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  return languagesOfEmails(
    db,
    recipients.map((address) => address.toLowerCase()),
  );
}

/** Returns the language of a mail to several recipients; null when they differ or one is unknown. */
export function commonLanguage(
  languages: ReadonlyMap<string, string>,
  recipients: readonly string[],
): string | null {
  const tags = new Set(recipients.map((address) => languages.get(address.toLowerCase()) ?? null));
  const [tag = null] = tags;
  return tags.size === 1 ? tag : null;
}
