import { contract } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { indexOf } from './folders.ts';

/** Loads the folder tree of a record (C04), with an index by id. @throws ApiError; the signal's reason */
export async function loadTree(recordId: string, signal?: AbortSignal) {
  const tree = await call(contract.tree.folders, { params: { recordId } }, signal && { signal });
  return { ...tree, ...indexOf(tree) };
}

/** The folder tree for the screens. Its reload is shown as the section 'tree' (SHELL-05). */
export const treeQuery = (recordId: string) =>
  queryOptions({
    queryKey: keys.tree(recordId),
    queryFn: ({ signal }) => loadTree(recordId, signal),
    staleTime: 60_000,
    // With ten thousand folders, the comparison costs more than rendering the few visible ones.
    structuralSharing: false,
    meta: { section: 'tree' },
  });
