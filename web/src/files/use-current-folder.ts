import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useChangeVaultSearch, useToast, useVault } from '../shared/index.ts';
import { filesTabTexts } from './texts.ts';
import type { FileList } from './use-file-list.ts';
import { nearestLiving, treeQuery, type Folder, type FolderIndex } from '../tree/index.ts';

interface CurrentFolder {
  /** undefined while the tree loads */
  tree: FolderIndex | undefined;
  treeFailed: boolean;
  retryTree: () => void;
  /** the open folder; null while the tree loads, and while the tree does not contain the folder yet */
  folder: Folder | null;
}

/**
 * Returns the folder of the address. A folder that is missing in the tree may be new, so the tree is loaded one more
 * time. If the folder is still missing, it is deleted: the nearest existing parent opens with a message (FILES-50).
 * @param folderId null is the root
 */
export function useCurrentFolder(
  folderId: string | null,
  { isGone, retry: retryList }: Pick<FileList, 'isGone' | 'retry'>,
): CurrentFolder {
  const { recordId } = useVault();
  const toast = useToast();
  const change = useChangeVaultSearch();
  const { data: tree, isFetching, isError, dataUpdatedAt, refetch } = useQuery(treeQuery(recordId));
  const parents = useKnownParents(tree);
  /**
   * the missing folder for which the tree was loaded again; `at` is the time of the tree before that, and `isKnown` is
   * true when the new tree contains the folder
   */
  const asked = useRef<{ folderId: string; at: number; isKnown: boolean } | null>(null);

  const found = folderId === null ? tree?.root : tree?.byId.get(folderId);
  const isMissing = tree !== undefined && folderId !== null && (found === undefined || isGone);
  useEffect(() => {
    if (!isMissing) asked.current = null;
    if (!isMissing || isFetching || tree === undefined || folderId === null) return;
    if (asked.current?.folderId !== folderId) {
      asked.current = { folderId, at: dataUpdatedAt, isKnown: false };
      void refetch();
      return;
    }
    // Nothing to do: the tree has not been loaded again (the load failed), or the new tree contains the folder.
    if (asked.current.at === dataUpdatedAt || asked.current.isKnown) return;
    if (tree.byId.has(folderId)) {
      asked.current.isKnown = true;
      retryList();
      return;
    }
    const living = nearestLiving(tree, folderId, parents.current);
    toast.info(filesTabTexts.folderGone(living.name));
    change({ folder: living.isRoot ? undefined : living.id, page: 1 }, { replace: true });
  }, [isMissing, isFetching, tree, folderId, dataUpdatedAt, refetch, parents, toast, change, retryList]);

  return {
    tree,
    treeFailed: isError && tree === undefined,
    retryTree: () => void refetch(),
    folder: found ?? null,
  };
}

/** Returns the last known parent of every folder seen so far, including deleted ones. */
function useKnownParents(tree: FolderIndex | undefined) {
  const parents = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { id, parentId } of tree?.byId.values() ?? []) {
      if (parentId !== null) parents.current.set(id, parentId);
    }
  }, [tree]);
  return parents;
}
