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

/**
 * Returns the id of the signed-in person; null while the person is unknown. Inside an open vault the person is known
 * (SHELL-08).
 */
function usePersonId(): string | null {
  const me = useQueryClient().getQueryData<CallData<typeof contract.session.me>>(keys.session());
  return me?.userInfo.profile.sfid ?? null;
}

/**
 * Returns the parameters of the vault's address. They are parsed again, because the router also returns parameters that
 * the validation of the route has removed. Without a page size the address means the size that the person chose last
 * (USE-40).
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
 * Returns a function that changes the address, and with it the screen. A chosen page size is stored.
 * @returns a function; with `replace` it replaces the current history entry
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
          // A navigation out of a dialog or a menu replaces the history entry of that layer (USE-04).
          replace: replace || backLayers().isAtLayer(),
        });
      });
    },
    [navigate, personId],
  );
}
