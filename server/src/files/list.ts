import type { Item, Paged } from '@vault/contract';
import type { ReadSource } from '../platform/database/index.ts';
import type { WopiClient } from '../platform/wopi/index.ts';
import { type Folder, resolveFolder, splitPath } from '../tree/index.ts';
import { type ListedRow, presentItem } from './item.ts';
import { firstPageByNames, rowsOfPage, type Segment } from './list.queries.ts';
import { type FileSort, fileSortOf } from './requested-sort.ts';
import { nearerEnd, pageWindow } from './folders-first.ts';

export interface ListDeps {
  database: ReadSource;
  wopi: Pick<WopiClient, 'can'>;
}

export interface ListQuery {
  page: number;
  size: number;
  sort?: string | undefined;
  parentFolder: string;
}

/**
 * C03: a page of a folder, folders first in every order. It needs one query for the first page of a path, and two for
 * any other: the folder with its counters, which give the total, and the rows of the page.
 * @throws E4 when there is no such live folder
 */
export async function listFolder(
  { database: { kysely }, wopi }: ListDeps,
  recordId: string,
  query: ListQuery,
): Promise<Paged<Item>> {
  const sort = fileSortOf(query.sort);
  if (query.page === 0) {
    const parts = splitPath(query.parentFolder);
    const first = await firstPageByNames(kysely, { recordId, parts }, { ...sort, size: query.size });
    if (first !== null) {
      return present(first.rows, { ...first, id: first.folderId, path: parts.join('/') }, wopi);
    }
  }
  const folder = await resolveFolder(kysely, recordId, query.parentFolder);
  const rows = await rowsOfPage(kysely, folder, segmentsOf(folder, query, sort));
  return present(rows, folder, wopi);
}

function present(
  rows: readonly ListedRow[],
  folder: Pick<Folder, 'id' | 'path' | 'folderCount' | 'fileCount'>,
  wopi: ListDeps['wopi'],
): Paged<Item> {
  const content = rows.map((row) => presentItem(row, folder, wopi));
  return {
    content,
    totalElements: folder.folderCount + folder.fileCount,
    numberOfElements: content.length,
  };
}

function segmentsOf(folder: Folder, query: ListQuery, sort: FileSort): Segment[] {
  const { folderCount, fileCount } = folder;
  const { folders, files } = pageWindow(query, { folders: folderCount, files: fileCount });
  return [
    ...(folders ? [{ kind: 'folder' as const, ...sort, scan: nearerEnd(folders, folderCount) }] : []),
    ...(files ? [{ kind: 'file' as const, ...sort, scan: nearerEnd(files, fileCount) }] : []),
  ];
}
