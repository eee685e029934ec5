import { contract, Messages, type SharedLink } from '@vault/contract';
import { useState } from 'react';
import { call, useSingleMutation } from '../api/index.ts';
import { useToast, useVault } from '../shared/index.ts';

/** The fields of a link that can be changed (C40). */
export type LinkTerms = Pick<SharedLink, 'expireDateTime' | 'notify' | 'expire' | 'askGiver'>;

/**
 * Saves changes of a link (LINKDETAIL-14 … LINKDETAIL-17). After a change the screen shows the values that the server
 * returned.
 */
export function useLinkUpdate(link: SharedLink, onChanged: () => void) {
  const { recordId } = useVault();
  const toast = useToast();
  const [terms, setTerms] = useState<LinkTerms>(link);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: (change: Partial<LinkTerms>) => {
      const { expireDateTime, notify, expire, askGiver } = { ...terms, ...change };
      const body = {
        id: link.id,
        expireType: 'On Date',
        accessTimes: link.accessTimes,
        expireDateTime,
        expire,
        notify,
        ...(askGiver !== undefined && { askGiver }),
      };
      return call(contract.links.update, { params: { recordId }, body });
    },
    onSuccess: (saved) => {
      setTerms(saved);
      toast.success(Messages.updated);
      onChanged();
    },
    onError: (error) => toast.error(error),
  });
  return {
    terms,
    isSaving: isPending,
    update: (change: Partial<LinkTerms>, onSaved: () => void) => mutate(change, { onSuccess: onSaved }),
  };
}

/** The props of editable rows. */
export interface EditableRowProps {
  link: SharedLink;
  terms: LinkTerms;
  isSaving: boolean;
  /** LINKDETAIL-18: false for a deleted link, and without share permission */
  mayEdit: boolean;
  onSave: (change: Partial<LinkTerms>, onSaved: () => void) => void;
}
