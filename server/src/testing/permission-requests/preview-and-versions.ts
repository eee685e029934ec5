import { contract } from '@vault/contract';
import { createRequest } from './create-request.ts';

const { preview, versions } = contract;

export const previewRequests = [
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
