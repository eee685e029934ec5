import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Messages } from '@vault/contract';
import { availability, keys, nameCharactersQuery } from '../api/index.ts';
import { preloadable, usePreload } from '../kit/index.ts';
import { LazyDialog, useLeaveWarning, useToast, type Toast } from '../shared/index.ts';
import { browserDeps, createUploadManager, hasActive, type UploadManager } from '../upload-queue/index.ts';
import { httpTransport } from './http-transport.ts';
import { UploadManagerContext, useUploadState } from './use-upload.ts';

const UploadScreen = preloadable(async () => (await import('./screen/upload-screen.tsx')).UploadScreen);

/**
 * Holds the upload queue above the tabs, so that it survives a change of tab (T-50, SHELL-14), with its modal and the
 * display of background uploads. Leaving the vault aborts running uploads.
 */
export function UploadQueueProvider({ children }: { children: ReactNode }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [manager] = useState(() => createManager(toast, queryClient));
  // The characters that names may have are loaded before the user chooses files.
  useQuery(nameCharactersQuery);
  useEffect(() => manager.abandon, [manager]);
  usePreload(UploadScreen);
  return (
    <UploadManagerContext value={manager}>
      <LeaveWarning />
      {children}
      <Screen onFail={manager.abandon} />
    </UploadManagerContext>
  );
}

/** Every upload begins with the modal, so the screen is mounted before there are uploads in the background. */
function Screen({ onFail }: { onFail: () => void }) {
  return (
    <LazyDialog open={useUploadState(({ target }) => target !== null)} onClose={onFail}>
      <UploadScreen />
    </LazyDialog>
  );
}

/**
 * The browser asks before it leaves the page, and the vault before a sign-out, while an upload is active (SHELL-14).
 */
function LeaveWarning() {
  useLeaveWarning(useUploadState(({ counts }) => hasActive(counts)));
  return null;
}

function createManager(toast: Toast, queryClient: QueryClient): UploadManager {
  return createUploadManager({
    transport: httpTransport,
    ...browserDeps(),
    availability,
    characters: () => queryClient.getQueryData(nameCharactersQuery.queryKey) ?? 'spec',
    warn: toast.warning,
    notifyCancelled: () => toast.success(Messages.cancelled),
    notifyEnded: ({ uploaded, failed }) => {
      if (uploaded !== null) toast.success(uploaded);
      if (failed !== null) toast.error(failed);
    },
    reload: ({ listsOf, treesOf }) => {
      for (const recordId of listsOf) void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
      for (const recordId of treesOf) void queryClient.invalidateQueries({ queryKey: keys.tree(recordId) });
    },
  });
}
