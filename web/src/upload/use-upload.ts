import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import { useVault } from '../shared/index.ts';
import { readDroppedFiles, type UploadManager, type UploadState } from '../upload-queue/index.ts';

export const UploadManagerContext = createContext<UploadManager | null>(null);

/** Returns the manager of the provider above. */
export function useUploadManager(): UploadManager {
  const manager = use(UploadManagerContext);
  if (!manager) throw new Error('The upload is used outside its provider');
  return manager;
}

/** Returns a selected value of the state of the upload screens. */
export function useUploadState<T>(select: (state: UploadState) => T): T {
  return useStore(useUploadManager().store, select);
}

/** The upload actions for other areas. */
export interface Upload {
  /**
   * Opens the upload modal for a folder (FILES-09). `dropped` is the data of a drop event, read synchronously; its
   * files and folders are added to the list immediately.
   */
  open: (into: { folder: { sfid: string; path: string }; dropped?: DataTransfer | readonly File[] }) => void;
}

export function useUpload(): Upload {
  const manager = useUploadManager();
  const { recordId } = useVault();
  return useMemo<Upload>(
    () => ({
      open: ({ folder, dropped }) => {
        manager.open({ recordId, folderSfid: folder.sfid, path: folder.path });
        if (dropped !== undefined) void manager.take(readDroppedFiles(dropped));
      },
    }),
    [manager, recordId],
  );
}
