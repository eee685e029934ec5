import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { Errors } from './errors.ts';

/** The records that an account can open, its own included (D-04). They are looked up, because they can be thousands. */
export interface OpenRecords {
  /** the records that a token names; null: the memberships of the account, and its own record */
  readonly named: readonly string[] | null;
  /**
   * Returns those of these records that are open to the account now.
   * @param db the running transaction; a separate connection when left out
   */
  among(recordIds: readonly string[], db?: Kysely<DB>): Promise<ReadonlySet<string>>;
}

/** Records that are known without a look-up. */
export const namedRecords = (named: readonly string[]): OpenRecords => ({
  named,
  among: async (recordIds) => new Set(recordIds.filter((id) => named.includes(id))),
});

/**
 * @param db the running transaction; a separate connection when left out
 * @throws E11 when one of the records is closed to the caller
 */
export async function mustHaveRecords(
  { records }: { readonly records: OpenRecords },
  recordIds: readonly string[],
  db?: Kysely<DB>,
): Promise<void> {
  const wanted = new Set(recordIds);
  if (wanted.size === 0) return;
  const open = await records.among([...wanted], db);
  if (open.size < wanted.size) throw Errors.noAccess();
}
