import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../api/index.ts';
import { leaveSearch, useChangeVaultSearch, useVault } from '../shared/index.ts';

/**
 * Returns a function that opens a folder (FILES-41, FILES-42); a folder that is already open is reloaded (FILES-43).
 */
export function useOpenFolder(currentId: string | null, rootId: string | undefined) {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  const change = useChangeVaultSearch();
  return useCallback(
    (id: string) => {
      const folder = id === rootId ? undefined : id;
      if ((folder ?? null) === currentId) {
        void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
      }
      change({ folder, page: 1, ...leaveSearch });
    },
    [queryClient, recordId, change, currentId, rootId],
  );
}
