import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { CONCURRENT_UPLOADS, Messages } from '@vault/contract';
import { keys, nameCharactersQuery } from '../api/index.ts';
import { useStayWhile, useToast, type Toast } from '../shell/index.ts';
import { createUploadDesk, type UploadDesk } from './desk.ts';
import { httpTransport } from './http-transport.ts';
import { packInWorker } from './packing/pack-in-worker.ts';
import { createGate } from './queue/gate.ts';
import { hasActive } from './queue/summary.ts';
import { BackgroundUploads } from './screen/background-uploads.tsx';
import { UploadModal } from './screen/upload-modal.tsx';
import { UploadDeskContext, useUploadState } from './use-upload.ts';

/**
 * Holds the upload queue above the tabs, so that it survives their change (T-50, SHELL-14), with its modal and
 * the small display of what runs in the background. Leaving the vault abandons what still runs.
 */
export function UploadQueueProvider({ children }: { children: ReactNode }) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const [desk] = useState(() => deskFor(toast, queryClient));
  // Known by the time that somebody chooses files.
  useQuery(nameCharactersQuery);
  useEffect(() => desk.abandon, [desk]);
  useEffect(() => {
    addEventListener('online', desk.backOnline);
    return () => removeEventListener('online', desk.backOnline);
  }, [desk]);
  return (
    <UploadDeskContext value={desk}>
      <StayWhileUploading />
      {children}
      <UploadModal />
      <BackgroundUploads />
    </UploadDeskContext>
  );
}

/** The browser asks before it leaves the page, and the shell before it signs out, while anything is active (SHELL-14). */
function StayWhileUploading() {
  useStayWhile(useUploadState(({ counts }) => hasActive(counts)));
  return null;
}

function deskFor(toast: Toast, queryClient: QueryClient): UploadDesk {
  return createUploadDesk({
    transport: httpTransport,
    pack: packInWorker,
    longCalls: createGate(longCallsAtOnce()),
    now: Date.now,
    newUid,
    schedule: beforeNextFrame,
    characters: () => queryClient.getQueryData(nameCharactersQuery.queryKey) ?? 'spec',
    warn: toast.warning,
    tellCancelled: () => toast.success(Messages.cancelled),
    tellEnded: ({ uploaded, failed }) => {
      if (uploaded !== null) toast.success(uploaded);
      if (failed !== null) toast.error(failed);
    },
    reload: ({ listsOf, treesOf }) => {
      for (const recordId of listsOf) void queryClient.invalidateQueries({ queryKey: keys.list(recordId) });
      for (const recordId of treesOf) void queryClient.invalidateQueries({ queryKey: keys.tree(recordId) });
    },
  });
}

/** Of the six connections that a browser opens to a server over HTTP/1.1. */
const HTTP1_LONG_CALLS = 4;

/**
 * Ten uploads would take every connection of HTTP/1.1, and the list could not even be browsed until one of
 * them ends. Later versions of HTTP carry any number of calls over one connection.
 */
function longCallsAtOnce(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return /^h[23]/.test(page?.nextHopProtocol ?? '') ? CONCURRENT_UPLOADS : HTTP1_LONG_CALLS;
}

/** crypto.randomUUID exists on secure pages only, and a vault in an office network may have none. */
function newUid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const HIDDEN_PAGE_MS = 500;

/** Frames stand still in a hidden page, which still has to hear of its uploads. */
function beforeNextFrame(publish: () => void): void {
  if (document.visibilityState === 'hidden') setTimeout(publish, HIDDEN_PAGE_MS);
  else requestAnimationFrame(publish);
}
