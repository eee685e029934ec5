import {
  extensionOf,
  formatBytes,
  isOverPreviewLimit,
  type Item,
  mimeTypeOf,
  previewKindOf,
} from '@vault/contract';
import type { WopiAction, WopiClient } from '../platform/wopi/index.ts';
import { type Folder, joinPath } from '../tree/index.ts';

/** A live child of a folder, as stored. */
export interface ListedRow {
  id: string;
  kind: 'folder' | 'file';
  name: string;
  /** file: size of the current version; folder: size of all live files below it */
  sizeBytes: number;
  modifiedAt: Date;
  modifiedBy: string;
  versionCount: number;
  externalId: string | null;
  currentVersionId: string | null;
  /** a file: the bytes of the current version are marked as damaged (SAFE-02) */
  isDamaged: boolean;
}

/**
 * An item as the list shows it (DATA-01).
 * @param parent the folder that contains it
 * @param wopi the office service: it decides which Office files can be viewed and edited (PREVIEW-20, PREVIEW-32); null
 * for lists of folders
 */
export function presentItem(
  row: ListedRow,
  parent: Pick<Folder, 'id' | 'path'>,
  wopi: Pick<WopiClient, 'can'> | null,
): Item {
  const isFolder = row.kind === 'folder';
  const canOnline = (action: WopiAction) =>
    !isFolder && previewKindOf(row.name) === 'office' && wopi?.can(extensionOf(row.name), action) === true;
  return {
    sfid: row.id,
    name: row.name,
    showType: isFolder ? 'folder' : mimeTypeOf(row.name),
    fileType: isFolder ? 'folder' : extensionOf(row.name),
    fileSize: formatBytes(row.sizeBytes),
    size: row.sizeBytes,
    createddate: row.modifiedAt.toISOString(),
    uploadedBy: row.modifiedBy,
    versionCount: row.versionCount,
    viewable: canOnline('view'),
    editable: canOnline('edit'),
    sizeLimitFlag: !isFolder && isOverPreviewLimit(row.name, row.sizeBytes),
    externalId: row.externalId,
    versionId: row.currentVersionId,
    folderPath: isFolder ? joinPath(parent.path, row.name) : parent.path,
    parentFolderSfid: parent.id,
    ...(row.isDamaged && { isDamaged: true }),
  };
}
