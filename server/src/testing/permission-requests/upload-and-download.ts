import { contract } from '@vault/contract';
import { createRequest } from './create-request.ts';

const { upload, download } = contract;

export const uploadRequests = [
  createRequest(upload.prepare, 'nothing', () => ({
    query: { fileName: 'uid-1' },
    body: { RelFileName: 'a.txt' },
  })),
  // An upload that does not exist: its keys belong to the caller (D-21).
  createRequest(upload.scan, 'nothing', () => ({ query: { key: 'uid-unknown' } }), { allowed: 404 }),
  // The body is not JSON: without one the call is refused after the permissions (P16).
  createRequest(upload.sendFiles, 'nothing', () => ({}), { allowed: 400 }),
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

const downloadRequest = (
  endpoint: typeof download.size | typeof download.selection | typeof download.ticket,
) =>
  createRequest(endpoint, 'record', ({ recordId, file }) => ({ body: { linkId: recordId, sfids: [file] } }), {
    mixed: (own, foreign) => ({
      body: { linkId: own.recordId, sfids: [own.file, foreign.file, own.second] },
    }),
  });

export const downloadRequests = [
  downloadRequest(download.size),
  downloadRequest(download.selection),
  downloadRequest(download.ticket),
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
