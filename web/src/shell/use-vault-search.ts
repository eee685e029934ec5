import type { CallData, contract } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { keys } from '../api/index.ts';
import { backLayers } from '../kit/index.ts';
import { pageSize } from './page-size.ts';
import {
  parseVaultSearch,
  patchVaultSearch,
  type VaultSearch,
  type VaultSearchPatch,
} from './vault-search.ts';

const route = getRouteApi('/vault');

/** @returns null while it is not known who is signed in; below the shell's gate it is known (SHELL-08) */
function usePersonId(): string | null {
  const me = useQueryClient().getQueryData<CallData<typeof contract.session.me>>(keys.session());
  return me?.userInfo.profile.sfid ?? null;
}

/**
 * What the address of the vault says now. Read once more by our own rules: the router hands out what the route's
 * check left out, too, because it begins with everything that stands in the address. An address without a page size
 * means the size that the person chose last (USE-40).
 */
export function useVaultSearch(): VaultSearch {
  const search = route.useSearch();
  const personId = usePersonId();
  return useMemo(() => {
    const address = parseVaultSearch({ ...search });
    return { ...address, size: address.size ?? pageSize.read(personId) };
  }, [search, personId]);
}

/**
 * Changes the address, and with it what the screen shows. A chosen page size is remembered.
 * @returns a function; `replace` leaves no step for the back button
 */
export function useChangeVaultSearch(): (patch: VaultSearchPatch, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  const personId = usePersonId();
  return useCallback(
    (patch, { replace = false } = {}) => {
      if (patch.size !== undefined && personId !== null) pageSize.write(personId, patch.size);
      backLayers().navigate(() => {
        void navigate({
          to: '/vault',
          search: (search: VaultSearch) => patchVaultSearch(parseVaultSearch({ ...search }), patch),
          // What leads out of a dialog or a menu takes the place of its entry (USE-04).
          replace: replace || backLayers().isAtLayer(),
        });
      });
    },
    [navigate, personId],
  );
}
