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
import { estimates, hasMoreItems, type HitSources, pageOfFew, pageOfMany } from './find.queries.ts';
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
  const [all = 0, estimated = 0] = await estimates(db, [common, [...common, ...nameConditions(search)]]);
  const isSmall = all <= SMALL_RECORD || !(await hasMoreItems(db, search.recordId, SMALL_RECORD));
  const byName = nameConditionsFor(search, { all: isSmall ? 0 : all, estimated });
  return { sources: { common, byName, byText }, estimated: isSmall ? 0 : estimated };
}

/**
 * Conditions of names that contain the words. They use the trigram index, or read names one by one when the words are
 * frequent or the record is small: the index contains the names of all records (SPEED-01). Trigrams do not cover one or
 * two letters: when these are rare in a large record, only words that start with them are found.
 * @param sizes estimated numbers of items: `all` of the record, `estimated` with the words
 */
function nameConditionsFor(
  search: Search,
  { all, estimated }: { all: number; estimated: number },
): readonly Condition[] {
  const contains = nameConditions(search);
  if (contains.length === 0) return contains;
  const isIndexed = hasTrigram(search.words);
  if (all <= (isIndexed ? SMALL_RECORD : FEW_ITEMS)) return readNameConditions(search);
  if (isIndexed && estimated <= MAX_COUNTED) return contains;
  if (estimated / all > FREQUENT) return readNameConditions(search);
  return isIndexed ? contains : [...contains, wordStartCondition(search)];
}

/** Reading this number of names takes as long as a look-up in the trigram index. */
const SMALL_RECORD = 2000;
/** This number of names is read in a few milliseconds. */
const FEW_ITEMS = 20_000;
/** When more than this share of the names contains the text, reading all names in order is faster than the index. */
const FREQUENT = 1 / 20;
