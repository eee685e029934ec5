import { describe, expect, it } from 'vitest';
import { contract, type Endpoint } from './index.ts';
import { expectAsSpecified, FS1, FS2, PAGE, type SpecifiedCall } from './testing/calls.ts';

const PS = '/api/v1/services/personal-space';
const TRASH = `${FS2}/vault/trash-items`;
const PAGING = ['page', 'size', 'sort'];
const DOWNLOAD = ['linkId', 'sfids', 'paths', 'allVersion', 'containsSubFolders'];
const RELOCATION = ['linkId', 'sfids', 'paths', 'path'];

const filesAndFolders: SpecifiedCall[] = [
  {
    id: 'API-08',
    call: contract.files.list,
    method: 'GET',
    path: `${FS1}/files-v2/{recordId}`,
    query: [
      ...PAGING,
      'parentFolder',
      'searchCriteria',
      'allFolder',
      'items',
      'startTime',
      'endTime',
      'name',
    ],
    reply: PAGE,
  },
  {
    id: 'API-09',
    call: contract.tree.folders,
    method: 'GET',
    path: `${FS1}/folders/{recordId}`,
    reply: ['folderTree', 'rootFolderSfid'],
  },
  {
    id: 'API-10',
    call: contract.organise.createFolder,
    method: 'POST',
    path: `${FS1}/records/{recordId}/folder`,
    query: ['name', 'path', 'shareToClient', 'category', 'asOfDate'],
  },
  {
    id: 'API-11',
    call: contract.organise.renameFolder,
    method: 'POST',
    path: `${FS1}/records/{linkId}/folder/rename`,
    query: ['path', 'oriFolderName', 'newFolderName'],
  },
  {
    id: 'API-12',
    call: contract.organise.renameFile,
    method: 'POST',
    path: `${FS1}/file/rename`,
    body: ['sfid', 'name', 'linkId'],
  },
  {
    id: 'API-13',
    call: contract.organise.mergeFile,
    method: 'POST',
    path: `${FS1}/file/merge`,
    body: ['sfid', 'name', 'linkId'],
  },
  {
    id: 'API-14',
    call: contract.organise.moveToTrash,
    method: 'DELETE',
    path: `${FS2}/vault/items`,
    query: ['ids'],
    body: ['linkId', 'sfids', 'paths'],
  },
  { id: 'API-15', call: contract.organise.move, method: 'POST', path: `${FS1}/move`, body: RELOCATION },
  {
    id: 'API-16',
    call: contract.organise.copy,
    method: 'POST',
    path: `${FS1}/copy`,
    body: [...RELOCATION, 'sign'],
  },
  {
    id: 'API-17',
    call: contract.organise.moveMerging,
    method: 'POST',
    path: `${FS1}/move/merge`,
    body: RELOCATION,
  },
  {
    id: 'API-18',
    call: contract.organise.copyMerging,
    method: 'POST',
    path: `${FS1}/copy/merge`,
    body: RELOCATION,
  },
  {
    id: 'API-19 API-39',
    call: contract.history.recentSearches,
    method: 'GET',
    path: `${FS1}/recent`,
    query: ['type', 'relationId', 'page', 'size'],
    reply: PAGE,
  },
  {
    id: 'API-20',
    call: contract.files.settings,
    method: 'POST',
    path: '/api/v2/services/share/objects/tenant_meta_data/search',
    body: ['filters'],
  },
];

const uploadAndDownload: SpecifiedCall[] = [
  {
    id: 'API-21',
    call: contract.upload.prepare,
    method: 'POST',
    path: `${FS2}/upload/pre`,
    query: ['fileName'],
    body: ['RelFileName'],
  },
  {
    id: 'API-23',
    call: contract.upload.scan,
    method: 'POST',
    path: '/api/v2/scan',
    query: ['key', 'isFolder'],
  },
  {
    id: 'API-24 LIMIT-20',
    call: contract.upload.transfer,
    method: 'POST',
    path: `${FS2}/upload`,
    body: ['fileKeys', 'folderSfid', 'shareToClient', 'category', 'linkedId'],
    reply: ['detailList'],
  },
  {
    id: 'API-25',
    call: contract.download.size,
    method: 'POST',
    path: `${FS1}/files/download/size`,
    body: DOWNLOAD,
    reply: ['count', 'size', 'fileSize'],
  },
  {
    id: 'API-26',
    call: contract.download.selection,
    method: 'POST',
    path: `${FS1}/download`,
    body: DOWNLOAD,
    reply: 'bytes',
  },
  {
    id: 'API-27',
    call: contract.download.version,
    method: 'POST',
    path: `${PS}/download/{sfid}`,
    query: ['versionId'],
    reply: 'bytes',
  },
];

const previewAndVersions: SpecifiedCall[] = [
  {
    id: 'API-32',
    call: contract.preview.address,
    method: 'GET',
    path: '/api/v1/services/obj/file-management/{externalId}/preSign',
    query: ['versionId'],
  },
  {
    id: 'API-33',
    call: contract.preview.office,
    method: 'GET',
    path: `${FS1}/files/{externalId}/preview`,
    query: ['versionId'],
    reply: 'bytes',
  },
  {
    id: 'API-34',
    call: contract.preview.officeOnline,
    method: 'GET',
    path: `${FS1}/url/{sfid}`,
    query: ['action'],
  },
  {
    id: 'API-35',
    call: contract.versions.list,
    method: 'GET',
    path: `${PS}/files/versions/{sfid}`,
    query: ['page', 'size'],
    reply: PAGE,
  },
  {
    id: 'API-36',
    call: contract.versions.remove,
    method: 'DELETE',
    path: `${PS}/delete/version/{sfid}`,
    query: ['versionId'],
  },
  {
    id: 'API-37',
    call: contract.versions.makeCurrent,
    method: 'PUT',
    path: `${PS}/reset/version/{sfid}`,
    query: ['versionId'],
  },
  {
    id: 'API-38 API-52',
    call: contract.history.accessRecords,
    method: 'GET',
    path: `${FS1}/access-records`,
    query: ['type', 'relationId', 'page', 'size', 'sort'],
    reply: PAGE,
  },
];

const trash: SpecifiedCall[] = [
  {
    id: 'API-40',
    call: contract.trash.list,
    method: 'GET',
    path: `${TRASH}/{id}`,
    query: ['page', 'size', 'sort', 'deletedBy', 'itemNameLike', 'types', 'from', 'to'],
    reply: PAGE,
  },
  {
    id: 'API-41',
    call: contract.trash.deleters,
    method: 'GET',
    path: `${TRASH}/{ownerId}/users-who-deleted-items`,
  },
  { id: 'API-42', call: contract.trash.remove, method: 'DELETE', path: TRASH, query: ['ids'] },
  { id: 'API-43', call: contract.trash.restore, method: 'POST', path: `${TRASH}/restore` },
];

const signIn: SpecifiedCall[] = [
  {
    id: 'API-53',
    call: contract.session.signIn,
    method: 'POST',
    path: '/api/v1/auth/login',
    body: ['email', 'password'],
    reply: ['accessToken', 'permissions', 'userInfo'],
  },
  {
    id: 'API-53',
    call: contract.session.me,
    method: 'GET',
    path: '/api/v1/auth/me',
    reply: ['permissions', 'userInfo'],
  },
];

describe.each([
  ['files and folders', filesAndFolders],
  ['upload and download', uploadAndDownload],
  ['preview and versions', previewAndVersions],
  ['the trash', trash],
  ['sign-in', signIn],
])('the calls of %s have the methods and paths that the portal uses', (_area, calls) => {
  it.each(calls)('$id the call is $method $path', expectAsSpecified);
});

describe('every call', () => {
  const all: Endpoint[] = Object.values(contract).flatMap((area) => Object.values<Endpoint>(area));

  it('every call has a unique number, path and summary', () => {
    for (const part of ['id', 'summary'] as const) {
      expect(new Set(all.map((call) => call[part])).size).toBe(all.length);
    }
    expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
    for (const { id } of all) expect(id).toMatch(/^C\d{2,3}$/);
  });

  it('TOOLS-03 every call has a unique name: its two keys in the contract', () => {
    const keys = Object.entries(contract).flatMap(([area, calls]) =>
      Object.keys(calls).map((key) => ({ area, name: `${area}.${key}` })),
    );
    expect(all.map(({ area, name }) => ({ area, name }))).toEqual(keys);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(contract.organise.move.name).toBe('organise.move');
  });
});
