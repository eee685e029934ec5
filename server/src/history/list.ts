import {
  ACCESS_SORT_FIELDS,
  type AccessRecord,
  type contract,
  type Paged,
  type RecentSearch,
} from '@vault/contract';
import type * as z from 'zod';
import { type Caller, Errors, mustHaveRecords, sortOf } from '../http/index.ts';
import { recordOfLink } from '../links/index.ts';
import type { Database } from '../platform/database/index.ts';
import { mustFindItem } from '../tree/index.ts';
import { fileHistory } from './file-history.queries.ts';
import { linkViews } from './link-views.queries.ts';
import { withMergedFiles } from './merged.queries.ts';
import { type AccessList, type AccessSort, listAccess } from './page.queries.ts';
import { listOwnSearches, searchesIn } from './recent-searches.queries.ts';
import { isRecord } from './relation.queries.ts';

type AccessQuery = z.output<typeof contract.history.accessRecords.query>;
type RecentQuery = z.output<typeof contract.history.recentSearches.query>;
type Reads = Pick<Database, 'kysely'>;
type RecordCaller = Pick<Caller, 'id' | 'records'>;

/**
 * C16: previews and downloads of a file, searches in a record, or uses of a link.
 * @throws E4 when the file, record or link does not exist, E11 when its record is closed to the caller
 */
export async function listAccessRecords(
  { kysely }: Reads,
  caller: RecordCaller,
  query: AccessQuery,
): Promise<Paged<AccessRecord>> {
  return pageOfAccess(kysely, query, await mustOpenRelation(kysely, caller, query));
}

/**
 * C119, AUDIT-07: the same for people with the right `audit`, also of files and links that no longer exist. Empty for
 * an id that the audit does not have.
 */
export const listAuditedAccess = ({ kysely }: Reads, query: AccessQuery): Promise<Paged<AccessRecord>> =>
  pageOfAccess(kysely, query, null);

async function pageOfAccess(
  kysely: Database['kysely'],
  { type, relationId, page, size, sort }: AccessQuery,
  recordId: string | null,
): Promise<Paged<AccessRecord>> {
  const list = await LISTS[type](kysely, { recordId, id: relationId });
  const slice = { offset: page * size, limit: size };
  const { rows, total } = await listAccess(kysely, list, { sort: accessSortOf(sort), slice });
  const content = rows.map(({ createdAt, fileNames, fileCount, givenAs, ...row }) => ({
    ...row,
    createdDate: createdAt.toISOString(),
    ...(type === 'Link_View' && { fileNames, fileCount, ...(givenAs !== null && { givenAs }) }),
  }));
  return { content, totalElements: total, numberOfElements: content.length };
}

/**
 * C14: the caller's own searches in a record.
 * @throws E11 when the record is closed to the caller
 */
export async function listRecentSearches(
  { kysely }: Reads,
  caller: RecordCaller,
  { relationId: recordId, page, size }: RecentQuery,
): Promise<Paged<RecentSearch>> {
  await mustHaveRecords(caller, [recordId]);
  const slice = { offset: page * size, limit: size };
  const { rows, total } = await listOwnSearches(kysely, { recordId, accountId: caller.id }, slice);
  return { content: rows, totalElements: total, numberOfElements: rows.length };
}

/** A file, a link or a record, and the record that it belongs to; null when that is unknown. */
interface Relation {
  recordId: string | null;
  id: string;
}

const LISTS: Record<
  AccessQuery['type'],
  (db: Database['kysely'], relation: Relation) => Promise<AccessList>
> = {
  Download: async (db, { recordId, id }) => fileHistory(await withMergedFiles(db, { recordId, fileId: id })),
  Link_View: async (_db, { id }) => linkViews(id),
  Search_File: async (_db, { id }) => searchesIn(id),
};

/** @returns the record of the relation @throws E4, E11 */
async function mustOpenRelation(
  db: Database['kysely'],
  caller: RecordCaller,
  { type, relationId }: Pick<AccessQuery, 'type' | 'relationId'>,
): Promise<string> {
  if (type === 'Download') {
    return (await mustFindItem(db, caller, { id: relationId, kind: 'file' })).recordId;
  }
  if (type === 'Link_View') {
    const recordId = await recordOfLink(db, relationId);
    if (recordId === null) throw Errors.notFound();
    await mustHaveRecords(caller, [recordId], db);
    return recordId;
  }
  if ((await caller.records.among([relationId], db)).has(relationId)) return relationId;
  throw (await isRecord(db, relationId)) ? Errors.noAccess() : Errors.notFound();
}

const SORT_FIELDS = {
  createdDate: 'createdAt',
  accessor: 'accessor',
  content: 'content',
} as const satisfies Record<(typeof ACCESS_SORT_FIELDS)[number], AccessSort['field']>;

/** Returns the requested order; newest first by default (HISTORY-04). */
function accessSortOf(text: string | undefined): AccessSort {
  const standard = { field: 'createdDate', descending: true } as const;
  const { field, descending } = sortOf(text, { fields: ACCESS_SORT_FIELDS, standard });
  return { field: SORT_FIELDS[field], descending };
}
