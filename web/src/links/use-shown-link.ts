import type { SharedLink } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChangeVaultSearch, useVault, useVaultSearch } from '../shared/index.ts';
import { linkQuery } from './queries.ts';

/**
 * The link whose details are open: chosen in the list, or named by the address (USE-18: mails contain such addresses);
 * the latter need not be on the current page of the list.
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
      // Back closes the details: the address with the link must not appear again (USE-04).
      if (idOfAddress !== undefined) change({ link: undefined }, { replace: true });
    },
  };
}
