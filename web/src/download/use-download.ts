import type { Version } from '@vault/contract';
import { createContext, use } from 'react';
import type { DownloadItem } from './selection.ts';

/** The download actions for other areas. */
export interface Download {
  /** Downloads items of a list: files alone at once, with a folder through the modal (DOWNLOAD-08). */
  downloadItems: (items: readonly DownloadItem[]) => void;
  /** Opens the download modal, for the open folder (FILES-17) or for items of a list. */
  downloadFolder: (wanted: { name: string; path: string } | readonly DownloadItem[]) => void;
  /** Saves one version of a file with the file's name, and reports the result (VERSION-05, VERSION-13). */
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
