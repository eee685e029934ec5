import type { SharedLink } from '@vault/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChangeVaultSearch, useVault, useVaultSearch } from '../shared/index.ts';
import { linkQuery } from './queries.ts';

/**
 * The link whose details are open: the link that was chosen in the list, or the link that the address names (USE-18:
 * mails contain such addresses). A link of the address may be missing on the current page of the list.
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
      // Replaces the address that names the link, so that Back does not open the details again (USE-04).
      if (idOfAddress !== undefined) change({ link: undefined }, { replace: true });
    },
  };
}
