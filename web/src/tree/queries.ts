import { contract } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { indexOf } from './folders.ts';

/** Loads the folder tree of a record (C04), with an index by id. @throws ApiError; the signal's reason */
export async function loadTree(recordId: string, signal?: AbortSignal) {
  const tree = await call(contract.tree.folders, { params: { recordId } }, signal && { signal });
  return { ...tree, ...indexOf(tree) };
}

/** The query of the folder tree. While it loads, the overlay of the section 'tree' is shown (SHELL-05). */
export const treeQuery = (recordId: string) =>
  queryOptions({
    queryKey: keys.tree(recordId),
    queryFn: ({ signal }) => loadTree(recordId, signal),
    staleTime: 60_000,
    // Comparing ten thousand folders costs more than rendering the few visible folders again.
    structuralSharing: false,
    meta: { section: 'tree' },
  });
