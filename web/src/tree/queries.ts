import { contract } from '@vault/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, keys } from '../api/index.ts';
import { indexOf } from './folders.ts';

/** The folder tree of a record (C04), with an index by id. @throws ApiError; the signal's reason */
export async function loadTree(recordId: string, signal?: AbortSignal) {
  const tree = await call(contract.tree.folders, { params: { recordId } }, signal && { signal });
  return { ...tree, ...indexOf(tree) };
}

/** The folder tree as the screens show it. Its reload shows as the section 'tree' (SHELL-05). */
export const treeQuery = (recordId: string) =>
  queryOptions({
    queryKey: keys.tree(recordId),
    queryFn: ({ signal }) => loadTree(recordId, signal),
    staleTime: 60_000,
    // Ten thousand folders: comparing them with the former ones costs more than drawing the few in sight.
    structuralSharing: false,
    meta: { section: 'tree' },
  });
