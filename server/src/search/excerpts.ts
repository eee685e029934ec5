import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import { textAround } from './content.queries.ts';
import { type Excerpt, excerptOf, wordsOf } from './excerpt.ts';
import type { FoundRow, Search } from './search.ts';

/** Returns excerpts for the files of a page. @returns excerpts by id of the item; empty for a search by name */
export async function excerptsOf(
  db: Kysely<DB>,
  { recordId, words: typed, criteria }: Search,
  rows: readonly FoundRow[],
): Promise<Map<string, Excerpt>> {
  const words = wordsOf(typed);
  const [first] = words;
  const versionIds = rows.flatMap(({ currentVersionId }) => currentVersionId ?? []);
  if (criteria === 'NAME' || first === undefined || versionIds.length === 0) return new Map();
  const texts = await textAround(db, { recordId, versionIds, words: typed, first });
  return new Map(
    rows.flatMap(({ id, currentVersionId }) => {
      const around = texts.get(currentVersionId ?? '');
      return around === undefined ? [] : [[id, excerptOf(around, words)] as const];
    }),
  );
}
