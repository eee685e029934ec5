import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { backLayers } from '../kit/index.ts';
import {
  parseVaultSearch,
  patchVaultSearch,
  type VaultSearch,
  type VaultSearchPatch,
} from './vault-search.ts';

const route = getRouteApi('/vault');

/**
 * What the address of the vault says now. Read once more by our own rules: the router hands out what the route's
 * check left out, too, because it begins with everything that stands in the address.
 */
export function useVaultSearch(): VaultSearch {
  const search = route.useSearch();
  return useMemo(() => parseVaultSearch({ ...search }), [search]);
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
        search: (search: VaultSearch) => patchVaultSearch(parseVaultSearch({ ...search }), patch),
        // What leads out of a dialog or a menu takes the place of its entry (USE-04).
        replace: replace || backLayers().isAtLayer(),
      });
    },
    [navigate],
  );
}
