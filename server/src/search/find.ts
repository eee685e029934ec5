import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import {
  commonConditions,
  type Condition,
  nameConditions,
  orderedConditions,
  placeConditions,
  wordStartCondition,
} from './conditions.queries.ts';
import { filesByText } from './content.queries.ts';
import { eitherOf, estimate, type Hits, hitsWhere, pageOfHits, sliceInOrder } from './find.queries.ts';
import { type Place, placeOf } from './places.ts';
import { type Found, MAX_FOUND, type Search } from './search.ts';
import { hasTrigram } from './words.ts';

/** Without an index for a word, so many items of a record are looked through. */
const FEW_ITEMS = 20_000;

/**
 * A page of what a search finds. Rare words are found by their index and all hits sorted; frequent ones are looked for
 * in the order in which they are shown, until the page is full (docs/decisions/search.md).
 */
export async function findItems(db: Kysely<DB>, search: Search): Promise<Found> {
  const place = await placeOf(db, search);
  const common = commonConditions(search);
  const named = [...common, ...nameConditions(search)];
  const byText = () => filesByText(search.recordId, search.words, common);
  const hasWords = search.words.trim() !== '';
  if (search.criteria === 'CONTENT' && hasWords) return listHits(db, byText(), place, search);
  if (search.criteria === 'ALL' && hasWords) {
    const hits = eitherOf([hitsWhere(await indexed(db, search, place, named)), byText()]);
    return listHits(db, hits, place, search);
  }
  if (place.kind === 'in folders') {
    return listHits(db, hitsWhere([...named, ...placeConditions(place)]), place, search);
  }
  if ((await estimate(db, named)) <= MAX_FOUND) {
    const hits = hitsWhere(await indexed(db, search, place, named));
    const found = await pageOfHits(db, hits, place, { ...search, ...sliceOf(search) });
    // Of so many only some were looked at, and not the first ones.
    if (!found.isCut) return found;
  }
  return listInOrder(db, [...orderedConditions(search), ...nameConditions(search)], place, search);
}

/** One or two letters are in no index: where there is much to look through, only beginnings of words are found. */
async function indexed(
  db: Kysely<DB>,
  search: Search,
  place: Place,
  named: readonly Condition[],
): Promise<readonly Condition[]> {
  if (search.words.trim() === '' || hasTrigram(search.words)) return named;
  if (place.kind === 'in folders') return [...named, ...placeConditions(place)];
  if ((await estimate(db, commonConditions(search))) <= FEW_ITEMS) return named;
  return [...named, wordStartCondition(search)];
}

async function listHits(db: Kysely<DB>, hits: Hits, place: Place, search: Search): Promise<Found> {
  const { rows, total } = await pageOfHits(db, hits, place, { ...search, ...sliceOf(search) });
  return { rows, total: Math.min(total, MAX_FOUND) };
}

/** The total is known only when the end is seen. */
async function listInOrder(
  db: Kysely<DB>,
  conditions: readonly Condition[],
  place: Place,
  search: Search,
): Promise<Found> {
  const { offset, limit } = sliceOf(search);
  const rows = limit === 0 ? [] : await sliceInOrder(db, conditions, place, { ...search, offset, limit });
  const isEnd = rows.length < limit && (rows.length > 0 || offset === 0);
  return { rows, total: isEnd ? offset + rows.length : MAX_FOUND };
}

/** The rows of a page; nothing is listed behind the last item that is counted. */
function sliceOf({ page, size }: Search): { offset: number; limit: number } {
  const offset = Math.min(page * size, MAX_FOUND);
  return { offset, limit: Math.min(size, MAX_FOUND - offset) };
}
