import type { Item } from '@vault/contract';

/** A file of a list, for tests. */
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
