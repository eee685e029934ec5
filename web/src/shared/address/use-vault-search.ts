import type { CallData, contract } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'wouter';
import { keys } from '../../api/index.ts';
import { backLayers } from '../../kit/index.ts';
import { pageSize } from '../page-size.ts';
import { useQueryText, useReadQuery } from './address.tsx';
import {
  patchVaultSearch,
  readVaultSearch,
  vaultAddress,
  type VaultSearch,
  type VaultSearchPatch,
} from './vault-search.ts';

/**
 * Returns the id of the signed-in person; null while the person is unknown. Inside an open vault the person is known
 * (SHELL-08).
 */
function usePersonId(): string | null {
  const me = useQueryClient().getQueryData<CallData<typeof contract.session.me>>(keys.session());
  return me?.userInfo.profile.sfid ?? null;
}

/**
 * Returns the parameters of the vault's address. Without a page size the address means the size that the person chose
 * last (USE-40).
 */
export function useVaultSearch(): VaultSearch {
  const query = useQueryText();
  const personId = usePersonId();
  return useMemo(() => {
    const search = readVaultSearch(query);
    return { ...search, size: search.size ?? pageSize.read(personId) };
  }, [query, personId]);
}

/**
 * Returns a function that changes the address, and with it the screen. A chosen page size is stored.
 * @returns a function; with `replace` it replaces the current history entry
 */
export function useChangeVaultSearch(): (patch: VaultSearchPatch, options?: { replace?: boolean }) => void {
  const [, navigate] = useLocation();
  const readQuery = useReadQuery();
  const personId = usePersonId();
  return useCallback(
    (patch, { replace = false } = {}) => {
      if (patch.size !== undefined && personId !== null) pageSize.write(personId, patch.size);
      backLayers().navigate(() => {
        const search = patchVaultSearch(readVaultSearch(readQuery()), patch);
        // A navigation out of a dialog or a menu replaces the history entry of that layer (USE-04).
        navigate(vaultAddress(search), { replace: replace || backLayers().isAtLayer() });
      });
    },
    [navigate, readQuery, personId],
  );
}
