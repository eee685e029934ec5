import type { Abilities, Item } from '@vault/contract';
import type { FileContext } from '../commands/index.ts';
import type { Folder } from '../tree/index.ts';

/** Returns an item of a list that is a file, for tests. */
export function fileItem(given: Partial<Item> = {}): Item {
  return {
    sfid: 'filA00000000000001',
    name: 'Contract.pdf',
    showType: 'application/pdf',
    fileType: 'pdf',
    fileSize: '1.0 KB',
    size: 1024,
    createddate: '2026-11-20T15:07:09.000Z',
    uploadedBy: 'Ada Byron',
    versionCount: 1,
    viewable: false,
    editable: false,
    sizeLimitFlag: false,
    externalId: 'a3bb189e-8bf9-4f0e-9d5d-7d0e2f9f5c11',
    versionId: 'a3bb189e-8bf9-4f0e-9d5d-7d0e2f9f5c12',
    folderPath: '',
    parentFolderSfid: 'fldRoot00000000000',
    ...given,
  };
}

/** Returns a folder of a list, for tests. */
export function folderItem(given: Partial<Item> = {}): Item {
  return fileItem({
    sfid: 'fldA00000000000001',
    name: 'Clients',
    showType: 'folder',
    fileType: 'folder',
    folderPath: 'Clients',
    versionCount: 0,
    externalId: null,
    versionId: null,
    ...given,
  });
}

export const EVERYTHING: Abilities = {
  read: true,
  create: true,
  edit: true,
  download: true,
  share: true,
  noExp: true,
  admin: true,
  audit: true,
};

export const READ_ONLY: Abilities = {
  read: true,
  create: false,
  edit: false,
  download: false,
  share: false,
  noExp: false,
  admin: false,
  audit: false,
};

/** An open folder below the root. */
export const openFolder: Folder = {
  id: 'fldA00000000000001',
  name: 'Clients',
  path: 'Clients',
  parentId: 'fldRoot00000000000',
  sizeBytes: 0,
  isRoot: false,
  position: 0,
  children: [],
};

/** Returns the context of a person with all permissions, in an open folder. */
export const contextOf = (items: readonly Item[]): FileContext => ({
  abilities: EVERYTHING,
  folder: openFolder,
  items,
  listed: items,
  clearSelection: () => undefined,
});
