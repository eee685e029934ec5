import { contract } from '@vault/contract';
import { PASSWORD } from './accounts.ts';
import { type PermissionRequest, createRequest } from './permission-request.ts';
import type { RecordItems } from './record-items.ts';

const {
  session,
  tree,
  files,
  organise,
  upload,
  download,
  versions,
  history,
  preview,
  trash,
  events,
  sharing,
  links,
} = contract;

const DAY_MS = 86_400_000;
const soon = () => Date.now() + 3 * DAY_MS;
const inPath = ({ recordId }: RecordItems) => ({ recordId });

const ofSession = [
  createRequest(session.signIn, 'nothing', () => ({
    body: { email: 'ada@example.test', password: PASSWORD },
  })),
  createRequest(session.demoAccounts, 'nothing', () => ({})),
  createRequest(session.methods, 'nothing', () => ({})),
  createRequest(
    session.changePassword,
    'nothing',
    () => ({ body: { currentPassword: PASSWORD, newPassword: 'too short' } }),
    { allowed: 400 },
  ),
  createRequest(session.continueOfficeWindows, 'nothing', () => ({ body: { formerToken: 'unknown' } })),
  createRequest(session.me, 'nothing', () => ({})),
  createRequest(session.records, 'nothing', () => ({})),
  createRequest(session.signOut, 'nothing', () => ({}), { endsSession: true }),
];

const ofLists = [
  createRequest(tree.folders, 'record', (own) => ({ params: inPath(own) })),
  createRequest(
    files.list,
    'record',
    (own) => ({ params: inPath(own), query: { parentFolder: own.folder } }),
    {
      mixed: (own, foreign) => ({ params: inPath(own), query: { parentFolder: foreign.folderId } }),
    },
  ),
  createRequest(
    files.list,
    'record',
    (own) => ({ params: inPath(own), query: { name: 'plan', allFolder: 'true' as const } }),
    {
      as: 'search',
    },
  ),
  createRequest(events.stream, 'record', (own) => ({ params: inPath(own) })),
  createRequest(files.settings, 'nothing', () => ({
    body: { filters: { name: 'fileSystem', key: 'fileSearch' } },
  })),
  createRequest(history.recentSearches, 'record', ({ recordId }) => ({ query: { relationId: recordId } })),
  createRequest(history.accessRecords, 'ids', ({ file }) => ({
    query: { type: 'Download' as const, relationId: file },
  })),
  createRequest(
    history.accessRecords,
    'ids',
    ({ recordId }) => ({ query: { type: 'Search_File' as const, relationId: recordId } }),
    { as: 'searches' },
  ),
  createRequest(
    history.accessRecords,
    'ids',
    ({ link }) => ({ query: { type: 'Link_View' as const, relationId: link } }),
    {
      as: 'link views',
    },
  ),
];

type Selecting = typeof organise.move | typeof organise.copy;
const selecting = (endpoint: Selecting) =>
  createRequest(
    endpoint,
    'record',
    ({ recordId, file, target }) => ({ body: { linkId: recordId, sfids: [file], path: target } }),
    {
      mixed: (own, foreign) => ({
        body: { linkId: own.recordId, sfids: [own.file, foreign.file, own.second], path: own.target },
      }),
    },
  );
const renaming = (endpoint: typeof organise.renameFile) =>
  createRequest(
    endpoint,
    'record',
    ({ recordId, file }) => ({ body: { linkId: recordId, sfid: file, name: 'b.txt' } }),
    {
      mixed: (own, foreign) => ({ body: { linkId: own.recordId, sfid: foreign.file, name: 'b.txt' } }),
    },
  );

const ofOrganising = [
  createRequest(organise.createFolder, 'record', (own) => ({
    params: inPath(own),
    query: { name: `New in ${own.folder}` },
  })),
  createRequest(organise.renameFolder, 'record', ({ recordId, folder }) => ({
    params: { linkId: recordId },
    query: { oriFolderName: folder, newFolderName: `${folder} renamed` },
  })),
  renaming(organise.renameFile),
  renaming(organise.mergeFile),
  createRequest(
    organise.moveToTrash,
    'ids',
    ({ file, second }) => ({ query: { ids: `${file},${second}` } }),
    {
      mixed: (own, foreign) => ({ query: { ids: [own.file, foreign.file, own.second].join(',') } }),
    },
  ),
  createRequest(
    organise.moveToTrash,
    'record',
    ({ recordId, file }) => ({ body: { linkId: recordId, sfids: [file] } }),
    {
      as: 'by a body',
      mixed: (own, foreign) => ({ body: { linkId: own.recordId, sfids: [foreign.file] } }),
    },
  ),
  selecting(organise.move),
  selecting(organise.moveMerging),
  selecting(organise.copy),
  selecting(organise.copyMerging),
  createRequest(
    organise.copy,
    'record',
    ({ recordId, file, folder }) => ({
      body: { linkId: recordId, sfids: [file], path: folder, sign: 'duplicate' as const },
    }),
    {
      as: 'duplicate',
      mixed: (own, foreign) => ({
        body: { linkId: own.recordId, sfids: [foreign.file], path: own.folder, sign: 'duplicate' as const },
      }),
    },
  ),
  createRequest(
    organise.mergePlan,
    'record',
    ({ recordId, file, target }) => ({
      body: { linkId: recordId, sfids: [file], path: target, action: 'move' as const },
    }),
    {
      mixed: (own, foreign) => ({
        body: {
          linkId: own.recordId,
          sfids: [own.file, foreign.file],
          path: own.target,
          action: 'move' as const,
        },
      }),
    },
  ),
];

const ofUploading = [
  createRequest(upload.prepare, 'nothing', () => ({
    query: { fileName: 'uid-1' },
    body: { RelFileName: 'a.txt' },
  })),
  // An upload that does not exist: its keys belong to the caller (D-21).
  createRequest(upload.scan, 'nothing', () => ({ query: { key: 'uid-unknown' } }), { allowed: 404 }),
  createRequest(
    upload.transfer,
    'record',
    ({ recordId, folderId }) => ({
      body: { fileKeys: ['uid-unknown'], folderSfid: folderId, linkedId: recordId },
    }),
    {
      mixed: (own, foreign) => ({
        body: { fileKeys: ['uid-unknown'], folderSfid: foreign.folderId, linkedId: own.recordId },
      }),
    },
  ),
];

const taking = (endpoint: typeof download.size | typeof download.selection | typeof download.ticket) =>
  createRequest(endpoint, 'record', ({ recordId, file }) => ({ body: { linkId: recordId, sfids: [file] } }), {
    mixed: (own, foreign) => ({
      body: { linkId: own.recordId, sfids: [own.file, foreign.file, own.second] },
    }),
  });

const ofDownloading = [
  taking(download.size),
  taking(download.selection),
  taking(download.ticket),
  createRequest(
    download.version,
    'ids',
    ({ file, previousVersionId }) => ({ params: { sfid: file }, query: { versionId: previousVersionId } }),
    {
      isBeside: true,
      mixed: (own, foreign) => ({ params: { sfid: own.file }, query: { versionId: foreign.versionId } }),
    },
  ),
];

const sharingFiles = (endpoint: typeof sharing.shareLink, receivers: object, expire: object, as: string) =>
  createRequest(
    endpoint,
    'record',
    (own) => ({ params: inPath(own), body: { ...receivers, ...expire, externalIds: [own.externalId] } }),
    {
      as,
      // The call checks that the items exist before it checks the flag (contract 5.5).
      ...('expire' in expire
        ? { also: ['noExp'] as const }
        : {
            mixed: (own, foreign) => ({
              params: inPath(own),
              body: { ...receivers, externalIds: [own.externalId, foreign.externalId] },
            }),
          }),
    },
  );
const requesting = (endpoint: typeof sharing.requestLink, receivers: object, expire: object, as: string) =>
  createRequest(
    endpoint,
    'record',
    (own) => ({ params: inPath(own), body: { ...receivers, ...expire, path: own.folder } }),
    { as, ...('expire' in expire && { also: ['noExp'] }) },
  );
const ANYONE = { accessType: 'Anyone' };
const MAILED = { accessType: 'SpecificRecipients', receiveByEmails: ['client@example.test'] };
const ENDLESS = { expire: false };

const ofSharing = [
  ...(
    [
      ['with an end', {}],
      ['without an end', ENDLESS],
    ] as const
  ).flatMap(([as, expire]) => [
    sharingFiles(sharing.shareLink, ANYONE, expire, as),
    sharingFiles(sharing.shareByEmail, MAILED, expire, as),
    requesting(sharing.requestLink, ANYONE, expire, as),
    requesting(sharing.requestByEmail, MAILED, expire, as),
  ]),
  createRequest(links.list, 'record', (own) => ({ params: inPath(own) })),
  createRequest(links.exportAddress, 'record', (own) => ({ params: inPath(own) })),
  createRequest(
    links.update,
    'record',
    (own) => ({
      params: inPath(own),
      body: { id: own.link, expire: true, expireDateTime: soon(), notify: false },
    }),
    {
      missing: 'P10',
      mixed: (own, foreign) => ({
        params: inPath(own),
        body: { id: foreign.link, expire: true, expireDateTime: soon(), notify: false },
      }),
    },
  ),
  createRequest(
    links.update,
    'record',
    (own) => ({ params: inPath(own), body: { id: own.link, expire: false, notify: false } }),
    { as: 'without an end', missing: 'P10', also: ['noExp'] },
  ),
  createRequest(links.remove, 'record', (own) => ({ params: { ...inPath(own), id: own.link } }), {
    missing: 'P10',
    mixed: (own, foreign) => ({ params: { ...inPath(own), id: foreign.link } }),
  }),
];

const ofFiles = [
  createRequest(preview.address, 'ids', ({ externalId }) => ({ params: { externalId } }), {
    isBeside: true,
    mixed: ({ externalId }, { versionId }) => ({ params: { externalId }, query: { versionId } }),
  }),
  // a text has no rendering (contract 10.11)
  createRequest(preview.office, 'ids', ({ externalId }) => ({ params: { externalId } }), { allowed: 400 }),
  // a text has no thumbnail
  createRequest(
    preview.thumbnail,
    'ids',
    ({ externalId }) => ({ params: { externalId }, query: { size: 'small' as const } }),
    { allowed: 204 },
  ),
  createRequest(
    preview.officeOnline,
    'ids',
    ({ file }) => ({ params: { sfid: file }, query: { action: 'view' as const } }),
    {
      as: 'view',
    },
  ),
  createRequest(
    preview.officeOnline,
    'ids',
    ({ file }) => ({ params: { sfid: file }, query: { action: 'edit' as const } }),
    {
      as: 'edit',
      also: ['edit'],
    },
  ),
  createRequest(preview.saveText, 'ids', ({ externalId, versionId }) => ({
    params: { externalId },
    body: { baseVersionId: versionId, text: 'other words' },
  })),
  createRequest(versions.list, 'ids', ({ file }) => ({ params: { sfid: file } })),
  createRequest(
    versions.remove,
    'ids',
    ({ file, previousVersionId }) => ({ params: { sfid: file }, query: { versionId: previousVersionId } }),
    {
      isBeside: true,
      mixed: (own, foreign) => ({ params: { sfid: own.file }, query: { versionId: foreign.versionId } }),
    },
  ),
  createRequest(
    versions.makeCurrent,
    'ids',
    ({ file, previousVersionId }) => ({ params: { sfid: file }, query: { versionId: previousVersionId } }),
    {
      isBeside: true,
      mixed: (own, foreign) => ({ params: { sfid: own.file }, query: { versionId: foreign.versionId } }),
    },
  ),
  createRequest(versions.receipt, 'ids', ({ versionId }) => ({ params: { versionId } })),
];

const ofTrash = [
  createRequest(trash.list, 'record', ({ recordId }) => ({ params: { id: recordId } })),
  createRequest(trash.deleters, 'record', ({ recordId }) => ({ params: { ownerId: recordId } })),
  createRequest(trash.remove, 'ids', ({ trashed }) => ({ query: { ids: trashed } }), {
    mixed: (own, foreign) => ({ query: { ids: `${own.trashed},${foreign.trashed}` } }),
  }),
  createRequest(trash.restore, 'ids', ({ trashed }) => ({ body: [trashed] }), {
    mixed: (own, foreign) => ({ body: [own.trashed, foreign.trashed] }),
  }),
];

/** At least one request of every call of the portal. The visitors' calls are in permissions.test.ts. */
export const REQUESTS: readonly PermissionRequest[] = [
  ...ofSession,
  ...ofLists,
  ...ofOrganising,
  ...ofUploading,
  ...ofDownloading,
  ...ofSharing,
  ...ofFiles,
  ...ofTrash,
];
