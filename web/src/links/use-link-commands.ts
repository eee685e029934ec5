import { Messages, type SharedLink } from '@vault/contract';
import { useMemo } from 'react';
import { useBoundCommands, type BoundCommand } from '../commands/index.ts';
import { leaveTab, useChangeVaultSearch, useCopy, useOpenExposure, useVault } from '../shared/index.ts';
import { linkCommands, type LinkContext, type LinkTools } from './commands.ts';

const FILES_TAB = 1;

/** Returns the commands on a link, for the table and the details. */
export function useLinkCommands({
  onDetails,
  onDelete,
}: {
  onDetails: (link: SharedLink) => void;
  onDelete: (link: SharedLink) => void;
}): readonly BoundCommand<LinkContext>[] {
  const copy = useCopy();
  const change = useChangeVaultSearch();
  const openExposure = useOpenExposure();
  const { rootFolderId } = useVault();
  const tools = useMemo<LinkTools>(
    () => ({
      showDetails: onDetails,
      copy: ({ accessUrl }) => {
        if (accessUrl !== null) copy(accessUrl, Messages.linkCopied);
      },
      // LINKS-29: the opened page gets no reference to this page.
      open: ({ accessUrl }) => {
        if (accessUrl !== null) window.open(accessUrl, '_blank', 'noopener,noreferrer');
      },
      // LINKS-30: opens the folder of the link in the Files tab.
      goToFolder: ({ parentFolderSfid }) =>
        change({
          ...leaveTab,
          tab: FILES_TAB,
          folder: parentFolderSfid === rootFolderId ? undefined : parentFolderSfid,
        }),
      openExposure: ({ id }) => openExposure(id),
      askToDelete: onDelete,
    }),
    [onDetails, onDelete, copy, change, openExposure, rootFolderId],
  );
  return useBoundCommands(linkCommands, tools);
}
