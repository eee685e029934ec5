import {
  ACCESS_SORT_FIELDS,
  type AccessRecord,
  type contract,
  type Paged,
  type RecentSearch,
} from '@vault/contract';
import type * as z from 'zod';
import { type Caller, Errors, mustHaveRecords, sortOf } from '../http/index.ts';
import type { Database } from '../platform/database/index.ts';
import { mustFindItem } from '../tree/index.ts';
import {
  type AccessSort,
  isRecord,
  listAccess,
  listOwnSearches,
  recordOfLink,
  type Relation,
} from './list.queries.ts';

type AccessQuery = z.output<typeof contract.history.accessRecords.query>;
type RecentQuery = z.output<typeof contract.history.recentSearches.query>;
type RecordCaller = Pick<Caller, 'id' | 'records'>;

/**
 * C16: previews and downloads of a file, searches in a record, or uses of a link.
 * @throws E4 when the file, record or link does not exist, E11 when its record is closed to the caller
 */
export async function listAccessRecords(
  { kysely }: Database,
  caller: RecordCaller,
  { type, relationId, page, size, sort }: AccessQuery,
): Promise<Paged<AccessRecord>> {
  const recordId = await recordOfRelation(kysely, caller, { kind: type, relationId });
  const { rows, total } = await listAccess(
    kysely,
    { recordId, kind: type, relationId },
    { sort: accessSortOf(sort), slice: { offset: page * size, limit: size } },
  );
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
  { kysely }: Database,
  caller: RecordCaller,
  { relationId: recordId, page, size }: RecentQuery,
): Promise<Paged<RecentSearch>> {
  await mustHaveRecords(caller, [recordId]);
  const slice = { offset: page * size, limit: size };
  const { rows, total } = await listOwnSearches(kysely, { recordId, accessorId: caller.id }, slice);
  return { content: rows, totalElements: total, numberOfElements: rows.length };
}

/** @returns the record of the file, link or searches */
async function recordOfRelation(
  db: Database['kysely'],
  caller: RecordCaller,
  { kind, relationId }: Omit<Relation, 'recordId'>,
): Promise<string> {
  if (kind === 'Download') {
    return (await mustFindItem(db, caller, { id: relationId, kind: 'file' })).recordId;
  }
  if (kind === 'Link_View') {
    const recordId = await recordOfLink(db, relationId);
    if (recordId === null) throw Errors.notFound();
    await mustHaveRecords(caller, [recordId], db);
    return recordId;
  }
  if (!(await caller.records.among([relationId], db)).has(relationId)) {
    throw (await isRecord(db, relationId)) ? Errors.noAccess() : Errors.notFound();
  }
  return relationId;
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
