import { MAX_FOUND } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import {
  commonConditions,
  type Condition,
  frequentNameConditions,
  nameConditions,
  placeConditions,
  wordStartCondition,
} from './conditions.queries.ts';
import { filesByText } from './content.queries.ts';
import { eitherOf, estimate, foldersFirst, type Hits, hitsWhere, pageOfHits } from './find.queries.ts';
import { placeOf } from './places.ts';
import type { Found, Search } from './search.ts';
import { hasTrigram } from './words.ts';

/**
 * A page of what a search finds. Of more than MAX_FOUND items it is some of them, folders first of all; they are listed
 * in order as if there were no others (docs/decisions/search.md).
 */
export async function findItems(db: Kysely<DB>, search: Search): Promise<Found> {
  const place = await placeOf(db, search);
  // Hits are sorted out by their place afterwards; where too few are left of too many, it is looked at for each.
  const quick = place.kind === 'in folders' ? placeConditions(place) : [];
  const found = await pageOfHits(db, await hitsOf(db, search, quick), place, search);
  if (!found.isCut || found.total === MAX_FOUND || place.kind !== 'climb') return found;
  return pageOfHits(db, await hitsOf(db, search, placeConditions(place)), place, search);
}

/** What is looked for, in names, in text or in both. */
async function hitsOf(db: Kysely<DB>, search: Search, inPlace: readonly Condition[]): Promise<Hits> {
  const common = [...commonConditions(search), ...inPlace];
  const hasWords = search.words.trim() !== '';
  if (search.criteria === 'NAME' || !hasWords) return hitsByName(db, search, common);
  const byText = filesByText(search.recordId, search.words, common);
  return search.criteria === 'CONTENT' ? byText : eitherOf(await hitsByName(db, search, common), byText);
}

async function hitsByName(db: Kysely<DB>, search: Search, common: readonly Condition[]): Promise<Hits> {
  const named = [...common, ...nameConditions(search)];
  const count = await estimate(db, named);
  const hasIndex = search.words.trim() === '' || hasTrigram(search.words);
  if (!hasIndex && !(await isSoonFound(db, common, count))) {
    return hitsWhere([...named, wordStartCondition(search)]);
  }
  if (count <= MAX_FOUND) return hitsWhere(named);
  return foldersFirst(search, [...common, ...frequentNameConditions(search)]);
}

/** So many items are looked through when there is no index for a word. */
const FEW_ITEMS = 20_000;
const FREQUENT = 0.02;

/**
 * One or two letters are in no index: in a large record only beginnings of words are found, unless the letters are so
 * frequent that MAX_FOUND items are soon together.
 */
async function isSoonFound(db: Kysely<DB>, common: readonly Condition[], count: number): Promise<boolean> {
  const all = await estimate(db, common);
  return all <= FEW_ITEMS || count / all > FREQUENT;
}
