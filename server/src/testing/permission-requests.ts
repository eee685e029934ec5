import { contract } from '@vault/contract';
import { PASSWORD } from './accounts.ts';
import { type Asking, asking } from './permission-asking.ts';
import type { Things } from './places.ts';

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
const inPath = ({ recordId }: Things) => ({ recordId });

const ofSession = [
  asking(session.signIn, 'nothing', () => ({ body: { email: 'ada@example.test', password: PASSWORD } })),
  asking(session.demoAccounts, 'nothing', () => ({})),
  asking(session.methods, 'nothing', () => ({})),
  asking(
    session.changePassword,
    'nothing',
    () => ({ body: { currentPassword: PASSWORD, newPassword: 'too short' } }),
    { allowed: 400 },
  ),
  asking(session.continueOfficeWindows, 'nothing', () => ({ body: { formerToken: 'unknown' } })),
  asking(session.me, 'nothing', () => ({})),
  asking(session.records, 'nothing', () => ({})),
  asking(session.signOut, 'nothing', () => ({}), { endsSession: true }),
];

const ofLists = [
  asking(tree.folders, 'record', (own) => ({ params: inPath(own) })),
  asking(files.list, 'record', (own) => ({ params: inPath(own), query: { parentFolder: own.folder } }), {
    mixed: (own, foreign) => ({ params: inPath(own), query: { parentFolder: foreign.folderId } }),
  }),
  asking(
    files.list,
    'record',
    (own) => ({ params: inPath(own), query: { name: 'plan', allFolder: 'true' as const } }),
    {
      as: 'search',
    },
  ),
  asking(events.stream, 'record', (own) => ({ params: inPath(own) })),
  asking(files.settings, 'nothing', () => ({ body: { filters: { name: 'fileSystem', key: 'fileSearch' } } })),
  asking(history.recentSearches, 'record', ({ recordId }) => ({ query: { relationId: recordId } })),
  asking(history.accessRecords, 'ids', ({ file }) => ({
    query: { type: 'Download' as const, relationId: file },
  })),
  asking(
    history.accessRecords,
    'ids',
    ({ recordId }) => ({ query: { type: 'Search_File' as const, relationId: recordId } }),
    { as: 'searches' },
  ),
  asking(
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
  asking(
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
  asking(
    endpoint,
    'record',
    ({ recordId, file }) => ({ body: { linkId: recordId, sfid: file, name: 'b.txt' } }),
    {
      mixed: (own, foreign) => ({ body: { linkId: own.recordId, sfid: foreign.file, name: 'b.txt' } }),
    },
  );

const ofOrganising = [
  asking(organise.createFolder, 'record', (own) => ({
    params: inPath(own),
    query: { name: `New in ${own.folder}` },
  })),
  asking(organise.renameFolder, 'record', ({ recordId, folder }) => ({
    params: { linkId: recordId },
    query: { oriFolderName: folder, newFolderName: `${folder} renamed` },
  })),
  renaming(organise.renameFile),
  renaming(organise.mergeFile),
  asking(organise.moveToTrash, 'ids', ({ file, second }) => ({ query: { ids: `${file},${second}` } }), {
    mixed: (own, foreign) => ({ query: { ids: [own.file, foreign.file, own.second].join(',') } }),
  }),
  asking(
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
  asking(
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
  asking(
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
  asking(upload.prepare, 'nothing', () => ({ query: { fileName: 'uid-1' }, body: { RelFileName: 'a.txt' } })),
  // An upload that does not exist: its keys belong to the caller (D-21).
  asking(upload.scan, 'nothing', () => ({ query: { key: 'uid-unknown' } }), { allowed: 404 }),
  asking(
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
  asking(endpoint, 'record', ({ recordId, file }) => ({ body: { linkId: recordId, sfids: [file] } }), {
    mixed: (own, foreign) => ({
      body: { linkId: own.recordId, sfids: [own.file, foreign.file, own.second] },
    }),
  });

const ofDownloading = [
  taking(download.size),
  taking(download.selection),
  taking(download.ticket),
  asking(
    download.version,
    'ids',
    ({ file, formerVersionId }) => ({ params: { sfid: file }, query: { versionId: formerVersionId } }),
    {
      isBeside: true,
      mixed: (own, foreign) => ({ params: { sfid: own.file }, query: { versionId: foreign.versionId } }),
    },
  ),
];

const sharingFiles = (endpoint: typeof sharing.shareLink, receivers: object, expire: object, as: string) =>
  asking(
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
  asking(
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
  asking(links.list, 'record', (own) => ({ params: inPath(own) })),
  asking(links.exportAddress, 'record', (own) => ({ params: inPath(own) })),
  asking(
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
  asking(
    links.update,
    'record',
    (own) => ({ params: inPath(own), body: { id: own.link, expire: false, notify: false } }),
    { as: 'without an end', missing: 'P10', also: ['noExp'] },
  ),
  asking(links.remove, 'record', (own) => ({ params: { ...inPath(own), id: own.link } }), {
    missing: 'P10',
    mixed: (own, foreign) => ({ params: { ...inPath(own), id: foreign.link } }),
  }),
];

const ofFiles = [
  asking(preview.address, 'ids', ({ externalId }) => ({ params: { externalId } }), {
    isBeside: true,
    mixed: ({ externalId }, { versionId }) => ({ params: { externalId }, query: { versionId } }),
  }),
  // a text has no rendering (contract 10.11)
  asking(preview.office, 'ids', ({ externalId }) => ({ params: { externalId } }), { allowed: 400 }),
  // a text has no thumbnail
  asking(
    preview.thumbnail,
    'ids',
    ({ externalId }) => ({ params: { externalId }, query: { size: 'small' as const } }),
    { allowed: 204 },
  ),
  asking(
    preview.officeOnline,
    'ids',
    ({ file }) => ({ params: { sfid: file }, query: { action: 'view' as const } }),
    {
      as: 'view',
    },
  ),
  asking(
    preview.officeOnline,
    'ids',
    ({ file }) => ({ params: { sfid: file }, query: { action: 'edit' as const } }),
    {
      as: 'edit',
      also: ['edit'],
    },
  ),
  asking(preview.saveText, 'ids', ({ externalId, versionId }) => ({
    params: { externalId },
    body: { baseVersionId: versionId, text: 'other words' },
  })),
  asking(versions.list, 'ids', ({ file }) => ({ params: { sfid: file } })),
  asking(
    versions.remove,
    'ids',
    ({ file, formerVersionId }) => ({ params: { sfid: file }, query: { versionId: formerVersionId } }),
    {
      isBeside: true,
      mixed: (own, foreign) => ({ params: { sfid: own.file }, query: { versionId: foreign.versionId } }),
    },
  ),
  asking(
    versions.makeCurrent,
    'ids',
    ({ file, formerVersionId }) => ({ params: { sfid: file }, query: { versionId: formerVersionId } }),
    {
      isBeside: true,
      mixed: (own, foreign) => ({ params: { sfid: own.file }, query: { versionId: foreign.versionId } }),
    },
  ),
  asking(versions.receipt, 'ids', ({ versionId }) => ({ params: { versionId } })),
];

const ofTrash = [
  asking(trash.list, 'record', ({ recordId }) => ({ params: { id: recordId } })),
  asking(trash.deleters, 'record', ({ recordId }) => ({ params: { ownerId: recordId } })),
  asking(trash.remove, 'ids', ({ trashed }) => ({ query: { ids: trashed } }), {
    mixed: (own, foreign) => ({ query: { ids: `${own.trashed},${foreign.trashed}` } }),
  }),
  asking(trash.restore, 'ids', ({ trashed }) => ({ body: [trashed] }), {
    mixed: (own, foreign) => ({ body: [own.trashed, foreign.trashed] }),
  }),
];

/** At least one request of every call of the portal. The visitors' calls are in permissions.test.ts. */
export const REQUESTS: readonly Asking[] = [
  ...ofSession,
  ...ofLists,
  ...ofOrganising,
  ...ofUploading,
  ...ofDownloading,
  ...ofSharing,
  ...ofFiles,
  ...ofTrash,
];
