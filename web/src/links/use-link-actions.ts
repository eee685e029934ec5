import { Messages, type SharedLink } from '@vault/contract';
import { useMemo } from 'react';
import { copyText } from '../kit/index.ts';
import { leaveTab, useChangeVaultSearch, useToast, useVault } from '../shared/index.ts';

/** The actions on a link, in the table and in its details. */
export interface LinkActs {
  details: (link: SharedLink) => void;
  copy: (link: SharedLink) => void;
  open: (link: SharedLink) => void;
  goToFolder: (link: SharedLink) => void;
  askToDelete: (link: SharedLink) => void;
}

const FILES_TAB = 1;

export function useLinkActions({
  onDetails,
  onDelete,
}: {
  onDetails: (link: SharedLink) => void;
  onDelete: (link: SharedLink) => void;
}): LinkActs {
  const toast = useToast();
  const change = useChangeVaultSearch();
  const { rootFolderId } = useVault();
  return useMemo(
    () => ({
      details: onDetails,
      copy: ({ accessUrl }) => {
        void copyText(accessUrl).then((isCopied) =>
          isCopied ? toast.success(Messages.linkCopied) : toast.error(Messages.requestFailed),
        );
      },
      // LINKS-29: the opened page gets no reference to this one.
      open: ({ accessUrl }) => window.open(accessUrl, '_blank', 'noopener,noreferrer'),
      // LINKS-30
      goToFolder: ({ parentFolderSfid }) =>
        change({
          ...leaveTab,
          tab: FILES_TAB,
          folder: parentFolderSfid === rootFolderId ? undefined : parentFolderSfid,
        }),
      askToDelete: onDelete,
    }),
    [onDetails, onDelete, toast, change, rootFolderId],
  );
}
