import { useCallback } from 'react';
import { useChangeVaultSearch } from './address/use-vault-search.ts';
import { leaveTab } from './address/vault-search.ts';

/** Returns a function that opens the screen 'Who could open this' (AUDIT-09) of a file, a folder or a link. */
export function useOpenExposure(): (id: string) => void {
  const change = useChangeVaultSearch();
  return useCallback(
    (id) => change({ ...leaveTab, view: 'administration', section: 'exposure', object: id }),
    [change],
  );
}
