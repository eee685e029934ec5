import { contract, UPLOAD_CATEGORY, type Item } from '@vault/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call, keys } from '../api/index.ts';
import { useVault } from '../shell/index.ts';

/** Creates a folder (C05), and reloads tree and list (FOLDER-10). */
export function useCreateFolder() {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (folder: { name: string; parentPath: string }) =>
      call(contract.organise.createFolder, {
        params: { recordId },
        query: {
          name: folder.name,
          path: folder.parentPath,
          shareToClient: 'true',
          category: UPLOAD_CATEGORY,
          asOfDate: new Date().toISOString().slice(0, 10),
        },
      }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.tree(recordId) });
      void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
    },
  });
}

/** What is needed to move an item of a list to the trash. */
export type TrashedItem = Pick<Item, 'sfid' | 'name' | 'showType'>;

/** Moves items to the trash (C09), and reloads the list, with folders the tree too (DELETE-05). */
export function useTrashItems() {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  const reload = (items: readonly TrashedItem[]) => {
    void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
    if (items.some((item) => item.showType === 'folder')) {
      void queryClient.invalidateQueries({ queryKey: keys.tree(recordId) });
    }
  };
  return useMutation({
    mutationFn: (items: readonly TrashedItem[]) =>
      call(contract.organise.moveToTrash, { query: { ids: items.map((item) => item.sfid).join(',') } }),
    onSuccess: (_, items) => reload(items),
    onError: (error, items) => {
      // Somebody else was quicker: the list is out of date.
      if (error instanceof ApiError && error.code === 404) reload(items);
    },
  });
}
