import { contract, Messages } from '@vault/contract';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { availability, call, callForFile, readBody, serverOrigins } from '../api/index.ts';
import { preloadable, usePreload } from '../kit/index.ts';
import { LazyDialog, useToast, useVault, type Toast } from '../shared/index.ts';
import { createDownloadManager, type DownloadManager } from './download-manager.ts';
import { fetchResumably } from './fetch-resumably.ts';
import { ReceivedBytes } from './received-bytes.ts';
import { RunningDownloads } from './running-downloads.tsx';
import { canSave, saveBlob, saveFrom } from './save.ts';
import {
  bodyOf,
  downloadName,
  FILES_ONLY,
  selectionOf,
  type DownloadOptions,
  type DownloadSelection,
} from './selection.ts';
import { downloadToastTexts } from './texts.ts';
import { DownloadContext, type Download } from './use-download.ts';

const DownloadModal = preloadable(async () => (await import('./download-modal.tsx')).DownloadModal);

/** Provides downloads to everything below it. Shows the modal and the running downloads, and makes the calls. */
export function DownloadProvider({ children }: { children: ReactNode }) {
  const toast = useToast();
  const { recordId } = useVault();
  const [manager] = useState(() => createManager(toast));
  const [asked, setAsked] = useState<DownloadSelection | null>(null);
  useEffect(() => manager.abandon, [manager]);
  usePreload(DownloadModal);
  const close = () => setAsked(null);

  const download = useMemo<Download>(
    () => ({
      downloadItems: (items) => {
        const selection = selectionOf(items);
        if (selection.folders.length > 0) setAsked(selection);
        else if (selection.files.length > 0) {
          const body = bodyOf(recordId, selection, FILES_ONLY);
          void manager.start({ body, name: downloadName(selection), isChecked: false });
        }
      },
      downloadFolder: (wanted) =>
        setAsked('path' in wanted ? { files: [], folders: [wanted] } : selectionOf(wanted)),
      downloadVersion: versionDownload(manager, toast),
    }),
    [manager, recordId, toast],
  );
  const startChecked = (selection: DownloadSelection, options: DownloadOptions) => {
    setAsked(null);
    const body = bodyOf(recordId, selection, options);
    void manager.start({ body, name: downloadName(selection), isChecked: true });
  };
  return (
    <DownloadContext value={download}>
      {children}
      <LazyDialog open={asked !== null} onClose={close}>
        <DownloadModal selection={asked} onClose={close} onDownload={startChecked} />
      </LazyDialog>
      <RunningDownloads manager={manager} />
    </DownloadContext>
  );
}

function versionDownload(manager: DownloadManager, toast: Toast): Download['downloadVersion'] {
  return ({ sfid, name }, { versionId }) => {
    const wanted = { params: { sfid }, query: { versionId } };
    const received = new ReceivedBytes();
    return manager.save({
      name,
      load: async (signal, onProgress) => {
        const reply = await callForFile(contract.download.version, wanted, { signal, ...received.rest });
        await readBody(() => received.add(reply, onProgress));
        return received.toBlob();
      },
      done: () => toast.success(Messages.versionDownloaded),
    });
  };
}

function createManager(toast: Toast): DownloadManager {
  return createDownloadManager({
    askSize: (body, signal) => call(contract.download.size, { body }, { signal }),
    askTicket: (body, signal) => call(contract.download.ticket, { body }, { signal }),
    fetchBytes: (input) => fetchResumably({ ...input, availability }),
    availability,
    // The address may have another origin, such as that of an object store, whose replies this page may not read.
    isReachable: (url) => serverOrigins().includes(new URL(url, location.href).origin),
    now: Date.now,
    canSave,
    saveBlob,
    saveFrom,
    notify: {
      done: () => toast.success(Messages.downloaded),
      handedOver: (name) => toast.info(downloadToastTexts.handedOver(name)),
      warning: toast.warning,
      error: toast.error,
    },
  });
}
