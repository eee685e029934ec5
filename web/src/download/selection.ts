import {
  MAX_DOWNLOAD_BYTES,
  MAX_DOWNLOAD_FILES,
  type DownloadBody,
  type DownloadSize,
  type Item,
} from '@vault/contract';
import { downloadSizeTexts } from './texts.ts';

/** The selected items: files by id, folders by path (T-39), each with its name. */
export interface DownloadSelection {
  files: readonly { sfid: string; name: string }[];
  folders: readonly { path: string; name: string }[];
}

/** The fields of a list item that a download needs. */
export type DownloadItem = Pick<Item, 'sfid' | 'name' | 'showType' | 'folderPath'>;

/** The options of the download modal (DOWNLOAD-02). */
export interface DownloadOptions {
  containsSubFolders: boolean;
  allVersion: boolean;
}

/** The initial options for folders: subfolders on, older versions off (DOWNLOAD-03). */
export const FOLDER_DEFAULTS: DownloadOptions = { containsSubFolders: true, allVersion: false };
/** DOWNLOAD-07: a selection of only files is downloaded with both options off. */
export const FILES_ONLY: DownloadOptions = { containsSubFolders: false, allVersion: false };

/** Splits items of a list into files and folders. */
export function selectionOf(items: readonly DownloadItem[]): DownloadSelection {
  const isFolder = ({ showType }: DownloadItem) => showType === 'folder';
  return {
    files: items.filter((item) => !isFolder(item)).map(({ sfid, name }) => ({ sfid, name })),
    folders: items.filter(isFolder).map(({ folderPath, name }) => ({ path: folderPath, name })),
  };
}

/** The body that all calls of a download share (DATA-12, C21, C54). */
export function bodyOf(
  recordId: string,
  selection: DownloadSelection,
  options: DownloadOptions,
): DownloadBody {
  return {
    linkId: recordId,
    sfids: selection.files.map((file) => file.sfid),
    paths: selection.folders.map((folder) => folder.path),
    ...options,
  };
}

/** DOWNLOAD-09, DOWNLOAD-10: returns the file name for a selection. */
export function downloadName({ files, folders }: DownloadSelection): string {
  const [file, folder] = [files[0], folders[0]];
  if (files.length + folders.length === 1) return file ? file.name : `${folder?.name ?? ''}.zip`;
  return folders.length === 0 ? 'files.zip' : 'folders.zip';
}

/**
 * USE-09: returns the text with the number of files and bytes of a download. Counting stops at the limits, so above
 * them the exact numbers are unknown.
 */
export function sizeText({ count, size, fileSize }: DownloadSize): string {
  if (count > MAX_DOWNLOAD_FILES) return downloadSizeTexts.moreFiles(MAX_DOWNLOAD_FILES);
  return downloadSizeTexts.filesAndSize(
    count,
    size > MAX_DOWNLOAD_BYTES ? downloadSizeTexts.moreBytes : fileSize,
  );
}

/** USE-09: returns a sentence that names what can be left out of a download that is too large. */
export function whatToLeaveOut({ files, folders }: DownloadSelection, options: DownloadOptions): string {
  const parts = [
    ...(options.containsSubFolders && folders.length > 0 ? [downloadSizeTexts.subfolders] : []),
    ...(options.allVersion ? [downloadSizeTexts.olderVersions] : []),
    ...(files.length + folders.length > 1 ? [downloadSizeTexts.someItems] : []),
  ];
  if (parts.length === 0) return downloadSizeTexts.inParts;
  return downloadSizeTexts.leaveOut(parts);
}

/** DOWNLOAD-04: returns whether a download exceeds the limits. A download of exactly the limit is allowed (T-49). */
export const isTooLarge = ({ count, size }: Pick<DownloadSize, 'count' | 'size'>): boolean =>
  count > MAX_DOWNLOAD_FILES || size > MAX_DOWNLOAD_BYTES;
