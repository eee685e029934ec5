import { contract } from '@vault/contract';
import { createRequest, inPath } from './create-request.ts';

const { organise, trash } = contract;

type Selecting = typeof organise.move | typeof organise.copy;
const selectionRequest = (endpoint: Selecting) =>
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
const renameRequest = (endpoint: typeof organise.renameFile) =>
  createRequest(
    endpoint,
    'record',
    ({ recordId, file }) => ({ body: { linkId: recordId, sfid: file, name: 'b.txt' } }),
    {
      mixed: (own, foreign) => ({ body: { linkId: own.recordId, sfid: foreign.file, name: 'b.txt' } }),
    },
  );

export const organiseRequests = [
  createRequest(organise.createFolder, 'record', (own) => ({
    params: inPath(own),
    query: { name: `New in ${own.folder}` },
  })),
  createRequest(organise.renameFolder, 'record', ({ recordId, folder }) => ({
    params: { linkId: recordId },
    query: { oriFolderName: folder, newFolderName: `${folder} renamed` },
  })),
  renameRequest(organise.renameFile),
  renameRequest(organise.mergeFile),
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
  selectionRequest(organise.move),
  selectionRequest(organise.moveMerging),
  selectionRequest(organise.copy),
  selectionRequest(organise.copyMerging),
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

export const trashRequests = [
  createRequest(trash.list, 'record', ({ recordId }) => ({ params: { id: recordId } })),
  createRequest(trash.deleters, 'record', ({ recordId }) => ({ params: { ownerId: recordId } })),
  createRequest(trash.remove, 'ids', ({ trashed }) => ({ query: { ids: trashed } }), {
    mixed: (own, foreign) => ({ query: { ids: `${own.trashed},${foreign.trashed}` } }),
  }),
  createRequest(trash.restore, 'ids', ({ trashed }) => ({ body: [trashed] }), {
    mixed: (own, foreign) => ({ body: [own.trashed, foreign.trashed] }),
  }),
];
