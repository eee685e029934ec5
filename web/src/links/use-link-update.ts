import { contract, Messages, type SharedLink } from '@vault/contract';
import { useState } from 'react';
import { call, useSingleMutation } from '../api/index.ts';
import { useToast, useVault } from '../shared/index.ts';

/** The fields of a link that can be changed (C40). */
export type LinkTerms = Pick<SharedLink, 'expireDateTime' | 'notify' | 'expire' | 'askGiver'>;

/** A change of a link that a row saves. */
export interface TermsChange {
  change: Partial<LinkTerms>;
  onSaved: () => void;
  /** shows a refusal beside the field; returns false for one that is not about the field, which becomes a toast */
  showRefusal?: (error: Error) => boolean;
}

/**
 * Saves changes of a link (LINKDETAIL-14 … LINKDETAIL-17). After a change the screen shows the values that the server
 * returned.
 */
export function useLinkUpdate(link: SharedLink, onChanged: () => void) {
  const { recordId } = useVault();
  const toast = useToast();
  const [terms, setTerms] = useState<LinkTerms>(link);
  const { mutate, isPending } = useSingleMutation({
    mutationFn: ({ change }: TermsChange) => {
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
    onError: (error, { showRefusal }) => {
      if (showRefusal?.(error) !== true) toast.error(error);
    },
  });
  return {
    terms,
    isSaving: isPending,
    update: (wanted: TermsChange) => mutate(wanted, { onSuccess: wanted.onSaved }),
  };
}

/** The props of editable rows. */
export interface EditableRowProps {
  link: SharedLink;
  terms: LinkTerms;
  isSaving: boolean;
  /** LINKDETAIL-18: false for a deleted link, and without share permission */
  mayEdit: boolean;
  onSave: (wanted: TermsChange) => void;
}
