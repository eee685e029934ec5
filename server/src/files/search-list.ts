import type { contract, FoundItem, Paged } from '@vault/contract';
import type { Kysely } from 'kysely';
import type * as z from 'zod';
import { recordSearch } from '../history/index.ts';
import type { Caller } from '../http/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database/index.ts';
import { excerptsOf, findItems, type FoundRow, type Search } from '../search/index.ts';
import { readAncestry, resolveFolder } from '../tree/index.ts';
import { presentItem } from './item.ts';
import type { ListDeps } from './list.ts';
import { fileSortOf } from './requested-sort.ts';

export interface SearchDeps {
  database: Database;
  wopi: ListDeps['wopi'];
  clock: Clock;
}

type ListQuery = z.output<(typeof contract.files.list)['query']>;

const SEARCH_FIELDS = ['name', 'searchCriteria', 'allFolder', 'items', 'startTime', 'endTime'] as const;

/** True for a list call with search parameters (C03). */
export const isSearch = (query: ListQuery): boolean =>
  SEARCH_FIELDS.some((field) => query[field] !== undefined);

interface SearchCall {
  recordId: string;
  query: ListQuery;
  caller: Pick<Caller, 'id' | 'name' | 'reader'>;
}

/**
 * C03 as a search: a page of results, with excerpts for matches in contents. The first page of a search with words is
 * recorded as a recent search of the caller (SEARCH-15) while the search runs.
 * @throws E4, and nothing is recorded, when there is no such live folder
 */
export async function listFound(
  { database, wopi, clock }: SearchDeps,
  { recordId, query, caller: { id, name, reader } }: SearchCall,
): Promise<Paged<FoundItem>> {
  const search = await database.read(reader, ({ kysely }) => searchFor(kysely, recordId, query));
  const { words, page } = search;
  const [found] = await Promise.all([
    database.read(reader, (source) => pageOf({ database: source, wopi }, search)),
    page === 0 && recordSearch(database.kysely, { recordId, words, account: { id, name }, at: clock.now() }),
  ]);
  return found;
}

async function pageOf({ database, wopi }: ListDeps, search: Search): Promise<Paged<FoundItem>> {
  const { rows, total } = await findItems(database.kysely, search);
  const content = await present({ database, wopi }, search, rows);
  return { content, totalElements: total, numberOfElements: content.length };
}

/**
 * The search that a list call asks for. A search in the root is a search in the complete record.
 * @throws E4 when there is no such live folder
 */
async function searchFor(db: Kysely<DB>, recordId: string, query: ListQuery): Promise<Search> {
  const folder = await resolveFolder(db, recordId, query.parentFolder);
  const isEverywhere = query.allFolder === true || folder.parentId === null;
  return {
    recordId,
    words: query.name ?? '',
    criteria: query.searchCriteria ?? 'NAME',
    items: query.items ?? 'FILE,FOLDER',
    folderId: isEverywhere ? null : folder.id,
    from: query.startTime ?? null,
    to: query.endTime ?? null,
    page: query.page,
    size: query.size,
    sort: fileSortOf(query.sort),
  };
}

async function present(
  { database: { kysely }, wopi }: ListDeps,
  search: Search,
  rows: readonly FoundRow[],
): Promise<FoundItem[]> {
  const ancestry = await readAncestry(
    kysely,
    search.recordId,
    rows.map(({ parentId }) => parentId),
  );
  const excerpts = await excerptsOf(kysely, search, rows);
  return rows.flatMap((row) => {
    const parent = ancestry.liveFolder(row.parentId);
    // The folder was deleted after the search.
    if (parent === null) return [];
    const excerpt = excerpts.get(row.id);
    return [{ ...presentItem(row, parent, wopi), ...(excerpt !== undefined && { excerpt }) }];
  });
}
