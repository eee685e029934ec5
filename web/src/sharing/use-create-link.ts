import { contract, Messages, type LinkResult } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { call, keys, useSingleMutation } from '../api/index.ts';
import { useToast, useVault } from '../shared/index.ts';
import { daysUntil } from './expiry.ts';
import { payloadOf, type ShareOptions } from './options.ts';
import { shareDays } from './remembered-days.ts';
import type { ShareSubject } from './subject.ts';
import { usePersonId } from './use-person-id.ts';

/** How the options are submitted: to get a link, or to send a mail to the recipients (SHARE-07). */
export type Finish = 'link' | 'email';

/** The created link, with the options for the result view. */
export interface ShareResult extends LinkResult {
  finish: Finish;
  options: ShareOptions;
}

const CALLS = {
  share: { link: contract.sharing.shareLink, email: contract.sharing.shareByEmail },
  request: { link: contract.sharing.requestLink, email: contract.sharing.requestByEmail },
} as const;

/** Creates a link (C24 … C27). Failures are reported, and the options stay. */
export function useCreateLink(subject: ShareSubject, onMade: (result: ShareResult) => void) {
  const { recordId } = useVault();
  const personId = usePersonId();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ finish, options }: { finish: Finish; options: ShareOptions }) => ({
      ...(await call(CALLS[subject.kind][finish], {
        params: { recordId },
        body: payloadOf(subject, options),
      })),
      finish,
      options,
    }),
    onSuccess: (result: ShareResult) => {
      const isSent = result.finish === 'email' && result.mailUnconfirmed !== true;
      toast.success(isSent ? Messages.linkSent : Messages.linkCreated);
      void queryClient.invalidateQueries({ queryKey: keys.links(recordId) });
      const { noExpirationDate, expirationDate } = result.options;
      if (personId !== null && !noExpirationDate && expirationDate !== null) {
        shareDays.write(personId, daysUntil(expirationDate));
      }
      onMade(result);
    },
    onError: (error) => toast.error(error),
  });
}
