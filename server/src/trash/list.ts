import {
  type CallData,
  type contract,
  formatBytes,
  mimeTypeOf,
  type Paged,
  TRASH_SORT_FIELDS,
  type TrashItem,
} from '@vault/contract';
import type * as z from 'zod';
import { type Slice, nearerEnd } from '../files/index.ts';
import { sortOf } from '../http/index.ts';
import type { ReadSource } from '../platform/database/index.ts';
import { countTrash, selectDeleters, selectTrash, type TrashFilter, type TrashRow } from './list.queries.ts';

type Wanted = z.output<typeof contract.trash.list.query>;

/** The orders of the list (TRASH-21). */
const SORTS = {
  fields: TRASH_SORT_FIELDS,
  standard: { field: 'deletedAt', descending: true },
} as const;
const SECOND_MS = 1000;
const KINDS: Record<Wanted['types'], TrashFilter['kind']> = {
  'FILE,FOLDER': null,
  FILE: 'file',
  FOLDER: 'folder',
};

/** C34: a page of the trash of a record. Items below a deleted folder are not listed (D-24). */
export async function listTrash(
  { kysely }: ReadSource,
  recordId: string,
  wanted: Wanted,
): Promise<Paged<TrashItem>> {
  const filter = filterOf(recordId, wanted);
  const totalElements = await countTrash(kysely, filter);
  const offset = wanted.page * wanted.size;
  const limit = Math.min(wanted.size, totalElements - offset);
  const rows = limit > 0 ? await rowsOf({ kysely }, filter, { offset, limit, totalElements, wanted }) : [];
  return { content: rows.map(presentTrashItem), totalElements, numberOfElements: rows.length };
}

/** C35: returns the users who have deleted items in the trash. */
export const listDeleters = (
  { kysely }: ReadSource,
  recordId: string,
): Promise<CallData<typeof contract.trash.deleters>> => selectDeleters(kysely, recordId);

/** Skipped rows cost as much as read rows, so a page in the second half is read from the end. */
async function rowsOf(
  { kysely }: ReadSource,
  filter: TrashFilter,
  { wanted, totalElements, ...slice }: Slice & { totalElements: number; wanted: Wanted },
): Promise<TrashRow[]> {
  const { backwards, offset, limit } = nearerEnd(slice, totalElements);
  const { field, descending } = sortOf(wanted.sort, SORTS);
  const sort = { field, descending: descending !== backwards };
  const rows = await selectTrash(kysely, filter, { sort, offset, limit });
  return backwards ? rows.toReversed() : rows;
}

function filterOf(recordId: string, { deletedBy, itemNameLike, types, from, to }: Wanted): TrashFilter {
  const nameLike = itemNameLike?.trim().normalize('NFC') ?? '';
  return {
    recordId,
    deletedById: deletedBy ?? null,
    nameLike: nameLike === '' ? null : nameLike,
    kind: KINDS[types],
    from: from ?? null,
    // The end has a precision of one second, and this second is included.
    before: to === undefined ? null : new Date(to.getTime() + SECOND_MS),
  };
}

/** Converts an entry to the item of the list (DATA-17). */
function presentTrashItem(row: TrashRow): TrashItem {
  return {
    id: row.id,
    name: row.name,
    contentType: row.kind === 'folder' ? 'folder' : mimeTypeOf(row.name),
    fileSizeString: formatBytes(row.sizeBytes),
    originalLocation: row.originalPath,
    deletedAt: row.deletedAt.toISOString(),
    deletedBy: { id: row.deletedById, name: row.deletedBy },
  };
}
