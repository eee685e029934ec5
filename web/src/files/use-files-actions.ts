import type { Item } from '@vault/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { keys } from '../api/index.ts';
import { useDownload } from '../download/index.ts';
import { useMoveToTrash, useNewFolder } from '../organise/index.ts';
import { useVault } from '../shell/index.ts';
import type { Folder } from '../tree/index.ts';
import { useUpload } from '../upload/index.ts';
import type { RowsCommandId, ToolbarCommandId } from './commands.ts';

/** Carries out the commands, each by the area that it belongs to. */
export function useFilesActions(folder: Folder | null) {
  const { recordId } = useVault();
  const queryClient = useQueryClient();
  const upload = useUpload();
  const download = useDownload();
  const newFolder = useNewFolder();
  const trash = useMoveToTrash();

  const reload = useCallback(
    () =>
      void Promise.all([
        queryClient.invalidateQueries({ queryKey: keys.list(recordId) }),
        queryClient.invalidateQueries({ queryKey: keys.tree(recordId) }),
      ]),
    [queryClient, recordId],
  );

  const runOnFolder = useCallback(
    (command: ToolbarCommandId) => {
      if (command === 'refresh') return reload();
      if (folder === null) return undefined;
      const target = { sfid: folder.id, path: folder.path };
      if (command === 'create') return newFolder.open(target);
      if (command === 'upload') return upload.open({ folder: target });
      return download.downloadFolder({ name: folder.name, path: folder.path });
    },
    [folder, reload, newFolder, upload, download],
  );

  const runOnRows = useCallback(
    (command: RowsCommandId, items: readonly Item[]) => {
      if (items.length === 0) return undefined;
      if (command === 'delete') return trash.confirm(items);
      return download.downloadFiles(items);
    },
    [trash, download],
  );

  const dropInto = useCallback(
    (dropped: DataTransfer) => {
      if (folder !== null) upload.open({ folder: { sfid: folder.id, path: folder.path }, dropped });
    },
    [folder, upload],
  );

  const reloadList = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: keys.list(recordId) }),
    [queryClient, recordId],
  );
  return { runOnFolder, runOnRows, dropInto, reloadList };
}
