import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { recordAccess } from './access.queries.ts';

/** A search that an account made. */
export interface Search {
  recordId: string;
  /** search text as typed */
  words: string;
  accessor: { id: string; name: string };
  address: string | null;
  at: Date;
}

/** Records a search for the recent searches (SEARCH-15). A search without words is not recorded. */
export async function recordSearch(
  db: Kysely<DB>,
  { recordId, words, accessor, address, at }: Search,
): Promise<void> {
  const content = words.trim();
  if (content === '') return;
  await recordAccess(db, [
    {
      recordId,
      kind: 'Search_File',
      relationId: recordId,
      content,
      versionId: null,
      accessor,
      address,
      at,
    },
  ]);
}
