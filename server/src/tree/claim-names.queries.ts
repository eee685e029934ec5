import { type Kysely, sql } from 'kysely';
import { type DB, rowsAs } from '../platform/database/index.ts';
import type { NameClaim } from './name-claim.ts';

/** Returns the given names that live items use, with one index lookup for each name. */
export async function takenNames(
  db: Kysely<DB>,
  recordId: string,
  wanted: readonly NameClaim[],
): Promise<NameClaim[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<NameClaim>`
    select wanted.parent_id, wanted.kind, wanted.name
    from ${rowsAs('wanted', wanted, { parentId: 'text', kind: 'text', name: 'text' })}
    where exists (
      select from item i where i.record_id = ${recordId} and i.parent_id = wanted.parent_id
        and i.kind = wanted.kind and i.name = wanted.name and i.trashed_at is null
    )`.execute(db);
  return rows;
}
