import type { Version } from '@vault/contract';
import { createContext, use } from 'react';
import type { DownloadItem } from './selection.ts';

/** The download actions for other areas. */
export interface Download {
  /** downloads items of a list: only files immediately, items with a folder through the modal (DOWNLOAD-08) */
  downloadItems: (items: readonly DownloadItem[]) => void;
  /** opens the download modal for the open folder (FILES-17) or for items of a list */
  downloadFolder: (wanted: { name: string; path: string } | readonly DownloadItem[]) => void;
  /** saves one version of a file with the name of the file, and reports the result (VERSION-05, VERSION-13) */
  downloadVersion: (
    file: Pick<DownloadItem, 'sfid' | 'name'>,
    version: Pick<Version, 'versionId'>,
  ) => Promise<void>;
}

export const DownloadContext = createContext<Download | null>(null);

export function useDownload(): Download {
  const download = use(DownloadContext);
  if (!download) throw new Error('useDownload is used outside DownloadProvider');
  return download;
}
