import { contract, MAX_PAGE_SIZE } from '@vault/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { useVault } from '../shared/index.ts';
import type { Folder } from '../tree/index.ts';
import type { Details } from './details.ts';

/**
 * Loads the item of a folder from the list of its parent, because only the list has the last change. The list is sorted
 * like the tree, folders first and by name, so the page of the folder is known.
 */
const folderItemQuery = (recordId: string, folder: Folder) => {
  const query = {
    page: Math.floor(folder.position / MAX_PAGE_SIZE),
    size: MAX_PAGE_SIZE,
    sort: 'name,asc',
    parentFolder: folder.parentId ?? '',
  };
  return queryOptions({
    queryKey: keys.list(recordId, query),
    queryFn: ({ signal }) => call(contract.files.list, { params: { recordId }, query }, { signal }),
    select: ({ content }) => content.find(({ sfid }) => sfid === folder.id) ?? null,
  });
};

/** Returns the details of the open folder (FILES-22), or null while they load. */
export function useFolderDetails(folder: Folder, isWanted: boolean): Details | null {
  const { recordId } = useVault();
  const { data: item, isPending } = useQuery({
    ...folderItemQuery(recordId, folder),
    enabled: isWanted && !folder.isRoot,
  });
  if (!folder.isRoot && isPending) return null;
  return {
    kind: 'folder',
    name: folder.name,
    modifiedAt: item?.createddate ?? null,
    modifiedBy: item?.uploadedBy ?? null,
    sizeBytes: folder.sizeBytes,
    path: folder.isRoot ? null : folder.path,
  };
}
