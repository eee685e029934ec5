import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '../api/index.ts';
import { useBoundCommands, type BoundCommand, type FileContext } from '../commands/index.ts';
import { detailsCommands, useDetails } from '../details/index.ts';
import { downloadCommands, useDownload } from '../download/index.ts';
import { organiseCommands, useOrganise } from '../organise/index.ts';
import { previewCommands, usePreview } from '../preview/index.ts';
import { sharingCommands, useSharing } from '../sharing/index.ts';
import { useHost, useOpenExposure, useVault } from '../shared/index.ts';
import { uploadCommands, useUpload } from '../upload/index.ts';
import { useVersions, versionsCommands } from '../versions/index.ts';
import { exposureCommands, listCommands, NO_COMMANDS, type ListTools } from './commands.ts';

/** Returns all commands of the Files tab, from all areas. */
export function useCommands(): readonly BoundCommand<FileContext>[] {
  const list = useBoundCommands(listCommands, useListTools());
  const organise = useBoundCommands(organiseCommands, useOrganise());
  const upload = useBoundCommands(uploadCommands, useUpload());
  const download = useBoundCommands(downloadCommands, useDownload());
  const details = useBoundCommands(detailsCommands, useDetails());
  const preview = useBoundCommands(previewCommands, usePreview());
  const versions = useBoundCommands(versionsCommands, useVersions());
  const sharing = useBoundCommands(sharingCommands, useSharing());
  const exposure = useBoundCommands(useHost() === null ? exposureCommands : NO_COMMANDS, useOpenExposure());
  return useMemo(
    () => [
      ...list,
      ...exposure,
      ...organise,
      ...upload,
      ...download,
      ...details,
      ...preview,
      ...versions,
      ...sharing,
    ],
    [list, exposure, organise, upload, download, details, preview, versions, sharing],
  );
}

function useListTools(): ListTools {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const reload = () =>
      void Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.list(recordId) }),
        queryClient.invalidateQueries({ queryKey: keys.tree(recordId) }),
      ]);
    return { reload };
  }, [queryClient, recordId]);
}
