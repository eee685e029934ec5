import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../api/index.ts';

/** Reloads the lists, and the tree when folders have changed. */
export type Reload = (what: { tree: boolean }) => void;

export function useReload(recordId: string): Reload {
  const queryClient = useQueryClient();
  return useCallback(
    ({ tree }) => {
      void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
      if (tree) void queryClient.invalidateQueries({ queryKey: keys.tree(recordId) });
    },
    [queryClient, recordId],
  );
}
