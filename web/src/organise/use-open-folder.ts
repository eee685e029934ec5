import { useLayoutEffect, useMemo, useRef } from 'react';
import { useChangeVaultSearch, useVault, useVaultSearch } from '../shared/index.ts';

/** The folder that the address names. */
export interface OpenFolder {
  /** returns the id of the open folder; null while the id of the root is unknown */
  id: () => string | null;
  open: (folderId: string) => void;
}

export function useOpenFolder(): OpenFolder {
  const { rootFolderId } = useVault();
  const change = useChangeVaultSearch();
  const id = useVaultSearch().folder ?? rootFolderId;
  const latest = useRef(id);
  useLayoutEffect(() => {
    latest.current = id;
  });
  return useMemo(
    () => ({
      id: () => latest.current,
      open: (folderId) => change({ folder: folderId === rootFolderId ? undefined : folderId, page: 1 }),
    }),
    [change, rootFolderId],
  );
}
