import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { patchVaultSearch, type VaultSearch, type VaultSearchPatch } from './vault-search.ts';

const route = getRouteApi('/vault');

/** What the address of the vault says now. */
export function useVaultSearch(): VaultSearch {
  return route.useSearch();
}

/**
 * Changes the address, and with it what the screen shows.
 * @returns a function; `replace` leaves no step for the back button
 */
export function useChangeVaultSearch(): (patch: VaultSearchPatch, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (patch, { replace = false } = {}) => {
      void navigate({
        to: '/vault',
        search: (search: VaultSearch) => patchVaultSearch(search, patch),
        replace,
      });
    },
    [navigate],
  );
}
