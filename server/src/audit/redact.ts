import type { Database } from '../platform/database/index.ts';
import { rowOf } from './record.ts';
import { insertEntries } from './record.queries.ts';
import { entriesAbout, lastEntryId, type RedactedPerson, redactListed } from './redact.queries.ts';

/** Entries that are searched in one statement. */
const ID_RANGE = 20_000;
/** Entries that one entry 'audit.redact' lists; the trigger searches the list for each of them. */
const MAX_LISTED = 1000;

/**
 * AUDIT-02: removes the personal data of a person from all entries. The entries stay, and entries 'audit.redact' of the
 * running actor list them. A repeated call continues after an interruption.
 * @returns the number of entries
 */
export async function redactPerson(
  { database }: { database: Database },
  person: RedactedPerson,
): Promise<number> {
  const newest = await lastEntryId(database.kysely);
  let count = 0;
  for (let afterId = 0; afterId < newest; afterId += ID_RANGE) {
    const lastId = Math.min(afterId + ID_RANGE, newest);
    // oxlint-disable-next-line no-await-in-loop -- small transactions, one after the other
    const ids = await entriesAbout(database.kysely, person, { afterId, lastId });
    for (let start = 0; start < ids.length; start += MAX_LISTED) {
      // oxlint-disable-next-line no-await-in-loop
      count += await redact(database, person, ids.slice(start, start + MAX_LISTED));
    }
  }
  return count;
}

async function redact(
  database: Database,
  { accountId }: RedactedPerson,
  entries: readonly number[],
): Promise<number> {
  return database.transaction(async (tx) => {
    const object = accountId === null ? undefined : ({ kind: 'account', id: accountId } as const);
    const event = { action: 'audit.redact', details: { entries }, ...(object && { object }) } as const;
    const [redactionId = 0] = await insertEntries(tx, [rowOf(event)]);
    return redactListed(tx, redactionId);
  });
}
