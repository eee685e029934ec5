import { extensionOf, formatBytes, isOverPreviewLimit, type Item, mimeTypeOf } from '@vault/contract';
import { type Folder, joinPath } from '../tree/index.ts';

/** A live child of a folder as it lies in the database. */
export interface ListedRow {
  id: string;
  kind: 'folder' | 'file';
  name: string;
  /** a file: its current version; a folder: everything live below it */
  sizeBytes: number;
  modifiedAt: Date;
  modifiedBy: string;
  versionCount: number;
  externalId: string | null;
  currentVersionId: string | null;
}

/**
 * An item as the list shows it (DATA-01).
 * @param parent the folder that holds it
 */
export function presentItem(row: ListedRow, parent: Pick<Folder, 'id' | 'path'>): Item {
  const isFolder = row.kind === 'folder';
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
    // PREVIEW-32: there is no Office-online host
    viewable: false,
    editable: false,
    sizeLimitFlag: !isFolder && isOverPreviewLimit(row.name, row.sizeBytes),
    externalId: row.externalId,
    versionId: row.currentVersionId,
    folderPath: isFolder ? joinPath(parent.path, row.name) : parent.path,
    parentFolderSfid: parent.id,
  };
}
