import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import { useVault } from '../shell/index.ts';
import { choiceOf, type UploadDesk, type UploadState } from '../upload-queue/index.ts';

export const UploadDeskContext = createContext<UploadDesk | null>(null);

/** The desk of the provider above. */
export function useUploadDesk(): UploadDesk {
  const desk = use(UploadDeskContext);
  if (!desk) throw new Error('The upload is used outside its provider');
  return desk;
}

/** A part of what the upload screens show. */
export function useUploadState<T>(select: (state: UploadState) => T): T {
  return useStore(useUploadDesk().store, select);
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
  const desk = useUploadDesk();
  const { recordId } = useVault();
  return useMemo<Upload>(
    () => ({
      open: ({ folder, dropped }) => {
        desk.open({ recordId, folderSfid: folder.sfid, path: folder.path });
        if (dropped !== undefined) void desk.take(choiceOf(dropped));
      },
    }),
    [desk, recordId],
  );
}
