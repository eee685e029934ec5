import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '../api/index.ts';
import { bindCommands, type BoundCommand } from '../commands/index.ts';
import { useDetailsCommands } from '../details/index.ts';
import { useDownloadCommands } from '../download/index.ts';
import { useOrganiseCommands } from '../organise/index.ts';
import { usePreviewCommands } from '../preview/index.ts';
import { useSharingCommands } from '../sharing/index.ts';
import { useVault } from '../shared/index.ts';
import { useUploadCommands } from '../upload/index.ts';
import { useVersionsCommands } from '../versions/index.ts';
import { listCommands } from './commands.ts';

/** Returns all commands of the Files tab, from all areas. */
export function useCommands(clearSelection: () => void): readonly BoundCommand[] {
  const list = useListCommands(clearSelection);
  const organise = useOrganiseCommands(clearSelection);
  const upload = useUploadCommands();
  const download = useDownloadCommands();
  const details = useDetailsCommands();
  const preview = usePreviewCommands();
  const versions = useVersionsCommands();
  const sharing = useSharingCommands();
  return useMemo(
    () => [...list, ...organise, ...upload, ...download, ...details, ...preview, ...versions, ...sharing],
    [list, organise, upload, download, details, preview, versions, sharing],
  );
}

function useListCommands(clearSelection: () => void) {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const reload = () =>
      void Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.list(recordId) }),
        queryClient.invalidateQueries({ queryKey: keys.tree(recordId) }),
      ]);
    return bindCommands(listCommands, { reload, clearSelection });
  }, [queryClient, recordId, clearSelection]);
}
