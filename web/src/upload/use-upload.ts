import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import { useVault } from '../shell/index.ts';
import { readDroppedFiles, type UploadManager, type UploadState } from '../upload-queue/index.ts';

export const UploadManagerContext = createContext<UploadManager | null>(null);

/** The manager of the provider above. */
export function useUploadManager(): UploadManager {
  const manager = use(UploadManagerContext);
  if (!manager) throw new Error('The upload is used outside its provider');
  return manager;
}

/** A part of what the upload screens show. */
export function useUploadState<T>(select: (state: UploadState) => T): T {
  return useStore(useUploadManager().store, select);
}

/** What other areas may ask of the upload. */
export interface Upload {
  /**
   * Opens the upload modal for a folder (FILES-09). With `dropped` from a drop event, which is taken at once,
   * its files and folders go straight into the list.
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
