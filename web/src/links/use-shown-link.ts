import type { SharedLink } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChangeVaultSearch, useVault, useVaultSearch } from '../shell/index.ts';
import { linkQuery } from './queries.ts';

/**
 * The link whose details are open: the one that a person chose in the list, or the one that the address names (USE-18:
 * mails lead there), which need not be on this page of the list.
 */
export function useShownLink() {
  const { recordId } = useVault();
  const { link: idOfAddress } = useVaultSearch();
  const change = useChangeVaultSearch();
  const [chosen, setChosen] = useState<SharedLink | null>(null);
  const ofAddress = useQuery({
    ...linkQuery(recordId, idOfAddress ?? ''),
    enabled: idOfAddress !== undefined,
  });
  return {
    shown: chosen ?? (idOfAddress === undefined ? null : (ofAddress.data ?? null)),
    show: setChosen,
    hide: () => {
      setChosen(null);
      // Back closes the details: the address with them must not come again (USE-04).
      if (idOfAddress !== undefined) change({ link: undefined }, { replace: true });
    },
  };
}
