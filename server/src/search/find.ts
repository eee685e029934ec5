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
  const isSoon = await isSoonFound(db, common, count);
  const hasIndex = search.words.trim() === '' || hasTrigram(search.words);
  if (!hasIndex && !isSoon) return hitsWhere([...named, wordStartCondition(search)]);
  if (count <= MAX_FOUND) return hitsWhere(named);
  return foldersFirst(search, isSoon ? [...common, ...frequentNameConditions(search)] : named);
}

/** So many items are looked through in a few milliseconds. */
const FEW_ITEMS = 20_000;
const FREQUENT = MAX_FOUND / FEW_ITEMS;

/**
 * Whether MAX_FOUND items, or all that there are, are soon together without an index for the words. One or two letters
 * are in no index: where they are not soon found, only beginnings of words are.
 */
async function isSoonFound(db: Kysely<DB>, common: readonly Condition[], count: number): Promise<boolean> {
  const all = await estimate(db, common);
  return all <= FEW_ITEMS || count / all > FREQUENT;
}
