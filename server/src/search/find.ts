import { MAX_COUNTED } from '@vault/contract';
import type { Kysely } from 'kysely';
import type { DB } from '../platform/database/index.ts';
import {
  commonConditions,
  type Condition,
  nameConditions,
  readNameConditions,
  wordStartCondition,
} from './conditions.queries.ts';
import { estimate, type HitSources, pageOfFew, pageOfMany } from './find.queries.ts';
import { scopeOf } from './scope.ts';
import type { Found, Search } from './search.ts';
import { hasTrigram } from './words.ts';

/**
 * Returns a page of the results of a search, in order over all results (USE-01, USE-41).
 * @returns the rows of the page, none after the last one, and the total as described in Found.total
 */
export async function findItems(db: Kysely<DB>, search: Search): Promise<Found> {
  const [scope, { sources, estimated }] = await Promise.all([scopeOf(db, search), sourcesOf(db, search)]);
  const found = estimated > MAX_COUNTED ? null : await pageOfFew(db, search, { sources, scope });
  return found ?? pageOfMany(db, search, { sources, scope });
}

interface PlannedSearch {
  sources: HitSources;
  /** estimated number of names; 0 when names are not searched */
  estimated: number;
}

/** Decides whether names, texts or both are searched. */
async function sourcesOf(db: Kysely<DB>, search: Search): Promise<PlannedSearch> {
  const common = commonConditions(search);
  const hasWords = search.words.trim() !== '';
  const byText = search.criteria !== 'NAME' && hasWords ? search.words : null;
  if (search.criteria === 'CONTENT' && hasWords)
    return { sources: { common, byName: null, byText }, estimated: 0 };
  const contains = nameConditions(search);
  const estimated = await estimate(db, [...common, ...contains]);
  const byName = await nameConditionsFor(db, { search, common, estimated });
  return { sources: { common, byName, byText }, estimated };
}

/**
 * Conditions of names that contain the words. They use the trigram index, or read names one by one when the words are
 * frequent. Trigrams do not cover one or two letters: when these are rare in a large record, only words that start with
 * them are found.
 */
async function nameConditionsFor(
  db: Kysely<DB>,
  { search, common, estimated }: { search: Search; common: readonly Condition[]; estimated: number },
): Promise<readonly Condition[]> {
  const contains = nameConditions(search);
  const isIndexed = hasTrigram(search.words);
  if (search.words.trim() === '' || (isIndexed && estimated <= MAX_COUNTED)) return contains;
  const all = await estimate(db, common);
  if (estimated / all > FREQUENT || (!isIndexed && all <= FEW_ITEMS)) return readNameConditions(search);
  return isIndexed ? contains : [...contains, wordStartCondition(search)];
}

/** This number of names is read in a few milliseconds. */
const FEW_ITEMS = 20_000;
/** When more than this share of the names contains the text, reading all names in order is faster than the index. */
const FREQUENT = 1 / 20;
