import { namedRecords, type OpenRecords } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { membershipsAmong } from './open-records.queries.ts';

/** The record of a call, checked in the statement that reads the account. */
export interface CheckedRecord {
  id: string;
  isMember: boolean;
}

/**
 * The records of an account (SPEED-02): memberships are looked up by record, never read as a list.
 * @param named the records that a token names instead of the memberships; null when it names none
 * @param checked a record that is not looked up again
 */
export function openRecordsOf(
  { kysely }: Pick<Database, 'kysely'>,
  accountId: string,
  { named = null, checked = null }: { named?: readonly string[] | null; checked?: CheckedRecord | null },
): OpenRecords {
  if (named !== null) return namedRecords([accountId, ...named]);
  return {
    named: null,
    async among(recordIds, db = kysely) {
      const unknown = recordIds.filter((id) => id !== accountId && id !== checked?.id);
      const found = unknown.length === 0 ? [] : await membershipsAmong(db, accountId, unknown);
      const open = new Set([accountId, ...found, ...(checked?.isMember === true ? [checked.id] : [])]);
      return new Set(recordIds.filter((id) => open.has(id)));
    },
  };
}
