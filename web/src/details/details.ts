import { formatBytes, type Item } from '@vault/contract';
import { formatDateTime } from '../kit/index.ts';
import { isFolder, shownPath } from '../tree/index.ts';
import { detailsTexts } from './texts.ts';

/** The content of the details modal for a folder or file. */
export interface Details {
  kind: 'folder' | 'file';
  name: string;
  /** ISO 8601; null when it is unknown, as for the root */
  modifiedAt: string | null;
  modifiedBy: string | null;
  sizeBytes: number;
  /** folder names joined with '/' (D-06), ending with the name of the item; null for the root */
  path: string | null;
}

/** Returns the details of an item. The list already has all of them (FILES-38). */
export function detailsOf(item: Item): Details {
  const folder = isFolder(item);
  const filePath = item.folderPath === '' ? item.name : `${item.folderPath}/${item.name}`;
  return {
    kind: folder ? 'folder' : 'file',
    name: item.name,
    modifiedAt: item.createddate,
    modifiedBy: item.uploadedBy,
    sizeBytes: item.size,
    path: folder ? item.folderPath : filePath,
  };
}

/**
 * DETAILS-01, DETAILS-03: the rows of the modal, in order. The root has an empty path (FILES-23).
 * @param protection why it cannot be deleted permanently (SAFE-12); null for no row
 */
export function detailRows(details: Details, protection: string | null): [label: string, value: string][] {
  return [
    [details.kind === 'folder' ? detailsTexts.folderName : detailsTexts.fileName, details.name],
    [detailsTexts.modified, formatDateTime(details.modifiedAt)],
    [detailsTexts.modifiedBy, details.modifiedBy ?? '-'],
    [detailsTexts.size, formatBytes(details.sizeBytes)],
    [detailsTexts.path, details.path === null ? '' : shownPath(details.path)],
    ...(protection === null ? [] : [[detailsTexts.protection, protection] satisfies [string, string]]),
  ];
}
