import { contract, MAX_PAGE_SIZE } from '@vault/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { useVault } from '../shell/index.ts';
import type { Folder } from '../tree/index.ts';
import type { Details } from './details.ts';

/**
 * Who changed a folder last, and when: it stands in the list of its parent. Folders come first and by name there
 * as in the tree, so its page is known.
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

/** The details of the open folder (FILES-22); null while they are not known. */
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
